#!/usr/bin/env bash
# count.sh TESSERA [ARGUMENT...]: clusters with an observed richness of 20 to 30 at photometric redshifts of 0.2 to 0.35 in 1321
# square degrees. Arguments go to `tessera integrate`. The tables are made where they are not there yet.
set -euo pipefail
tessera=${1:?'usage: count.sh TESSERA [ARGUMENT...]'}
shift
here=$(cd -P "$(dirname "$0")" && pwd)
folder=${TABLES:-$here}
[ -e "$folder/volume.txt" ] || python3 "$here/tables.py" "$folder"

# Axes: ln M, z, deviate, offset, ln of the observed richness, observed z. Masses at richness 40 and slopes are those of
# McClintock et al. in units of Msun/h for h = 0.7; 1321 square degrees are 0.4024 steradians.
exec "$tessera" integrate --source "$here/integrand.c" --dim 6 \
    --lower 29.93360621,0.1,-6,0,2.995732274,0.2 --upper 36.14821431,0.5,6,2.5,3.401197382,0.35 \
    --table mass_function="$folder/mass-function.txt":cubic --table volume="$folder/volume.txt":cubic \
    --param log_mass_at_40=33.00554 --param slope=1.356 --param evolution=-0.3 --param scatter=0.18 \
    --param measurement=0.1 --param misplaced=0.165 --param tau=0.166 --param photo_z=0.008 --param steradians=0.4023996 "$@"

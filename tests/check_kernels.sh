#!/usr/bin/env bash
# check_kernels.sh: every header of kernels/ compiles alone in each language that kernel C is a subset of. So it is in
# both precisions and without a warning. The languages are C17 (for each width of SIMD vectors, gcc and clang in turn),
# OpenCL C 1.2 (clang) and CUDA C (NVRTC). That takes its library, installed or named by TESSERA_NVRTC, and no GPU.
# Headers named *_cpu.h, and those that include one of C's own, are C17 only; those named *_gpu.h are the other two's
# only.
set -euo pipefail
cd -P "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# One file for each header and precision. The pipeline stands behind an integrand, the segments of the recursion within it.
# Cubature stands behind one of its own, the shower behind its parameters. The dialect's two halves are entered through
# dialect.h.
integrand='#define DIMENSIONS 2
#define COMPONENTS 1
#define AXIS_KINDS {AXIS_FINITE, AXIS_ALL}
#define UNIT_AXES {0, 0}
#include "cubature/integrand.h"
typedef struct parameters { AXES } parameters;
INTEGRAND(x, f) { (void)inputs; (void)data; f[0] = x[0] * x[1]; }'
shower='#include "dialect.h"
#include "shower/parameters.h"
#define PARAMETER(name) scalar name;
typedef struct parameters { SHOWER_PARAMETERS(PARAMETER) BEAM_SHOWER_PARAMETERS(PARAMETER) } parameters;'
cpu=() gpu=()
while read -r header; do
    for precision in 0 1; do
        file=$work/${header//\//-}.precision_double_$precision.c
        printf '#define PRECISION_DOUBLE %d\n' "$precision" >"$file"
        case $header in pipeline* | repeat* | process/hard_process.h | process/scales.h | process/state.h | process/hard_event.h | event/list.h | event/weights.h) # with variations in one of the precisions, several configurations in the other
            [ "$precision" = 1 ] || printf '#define %s\n' 'CONFIGURATIONS 2' 'FILLS 2' 'FILL_HISTOGRAMS {0, 1}' 'OBSERVE fill[0] = fill[1] = R(0.0);' >>"$file"
            printf '#define VARIATIONS %d\n#include "process/gluon_jets.h"\n' $((2 * precision)) >>"$file" ;; esac
        case $header in process/massless.h) # with a ladder in one of the precisions
            kind=RING
            [ "$precision" = 0 ] || kind=DIET
            printf '#define PHASE_SPACE_%s 1\n#define SPACE_AXES 12\n#include "process/gluon_jets.h"\n' "$kind" >>"$file" ;; esac
        case $header in process/subprocess.h) # with helicities sampled, masses left out, a cut of merging, a frame of polarisations a beam that is no hadron and scales that are expressions in one of the precisions, a shower in the other
            printf '#define HELICITIES_SAMPLED %d\n#define WHOLE_FIRST %d\n#define WHOLE_SECOND 0\n' "$precision" "$precision" >>"$file"
            [ "$precision" = 0 ] || printf '#define SCALE_%s_EXPRESSION(result) { result = v_pt(set.momentum[0]) * unit; }\n' R F >>"$file"
            [ "$precision" = 1 ] || printf '#define SHOWER 1\n' >>"$file"
            [ "$precision" = 0 ] || printf '#define %s\n' 'MASS_WINDOWS 2' 'POLARIZATION_FRAME 12' 'MERGING_SET 5' 'MERGING_MEASURE MERGING_KT' >>"$file"
            [ "$precision" = 0 ] || printf '#define SCALE_R_DYNAMIC 1\n#define PDF_FIXED_SCALE 0\n' >>"$file"
            [ "$precision" = 0 ] || printf '#include "%s"\n' process/subprocess_constants.h phase_space/space_cascade.h >>"$file" ;; esac
        case $header in amplitude/tree_steps.h | amplitude/structures.h) # with spin 2 in one of the precisions
            [ "$precision" = 0 ] || echo '#define TREE_TENSORS' >>"$file" ;; esac
        case $header in amplitude/tree_steps.h | amplitude/tree_tangent.h) # with polarised particles that decay in the double one
            [ "$precision" = 0 ] || echo '#define TREE_STATES' >>"$file" ;; esac
        case $header in process/cuts.h | process/kinematics.h) echo '#include "process/subprocess.h"' >>"$file" ;; esac
        case $header in process/variations.h) # with scales by clustering, one power of alpha_s and several, and photons isolated
            printf '#define VARIATIONS 2\n#define SCALE_R_DYNAMIC 1\n#define PDF_FIXED_SCALE 0\n#define CLUSTER_POWERS 3\n' >>"$file"
            printf '#define SCALE_%s_CLUSTERS 1\n' R F >>"$file"
            [ "$precision" = 0 ] || printf '#define STRONG_POWERS 3\n#define STRONG_LEAST 1\n' >>"$file"
            printf '#define CLUSTER_VERTEX_POWERS 2\n#define PHOTON_ISOLATION 1\n#define PHOTONS_SET 5\n#include "process/subprocess.h"\n' >>"$file" ;; esac
        case $header in process/showered.h) # with all that is seen behind it in one of the precisions, behind a lepton and a hadron in the other
            [ "$precision" = 1 ] || printf '#define WHOLE_%s\n' 'FIRST 1' 'SECOND 0' >>"$file"
            [ "$precision" = 0 ] || printf '#define %s\n' 'FILLS 0' OBSERVE_{DURHAM,SHAPES,JETS,JET_SCALES,HADRON_SHAPES}' 1' 'CUTS_AFTER_SHOWER 1' \
                'SHOWER_GLOBAL 1' 'SHOWER_MERGES 1' 'MERGING_UNITARY 1' 'MERGING_JETS 2' 'MERGING_SET 6' 'MERGING_MEASURE MERGING_KT' \
                'CUT_AFTER_SHOWER(result) result = m_and(jets.count > jet_scales[0], shapes.thrust > unit);' >>"$file"
            printf '#define SHOWER 1\n#define SHOWER_MASSES 1\n#define SHOWER_HEAVY 1\n#include "process/subprocess.h"\n' >>"$file" ;; esac
        case $header in *segments*) printf '#define GLUON_TEAM 4\n#include "amplitude/gluons.h"\n' >>"$file" ;; esac
        case $header in study/shower_list.h | study/shower_steps.h) echo '#define SHOWER 1
#include "process/quark_pairs.h"' >>"$file" ;; esac
        case $header in observable/hadron_*.h) printf '#define SHOWER_BEAMS 1\n%s\n' "$shower" >>"$file" ;; esac
        case $header in shower/begin.h) printf '#define WHOLE_%s\n' 'FIRST 1' 'SECOND 1' >>"$file" ;; esac # of two leptons
        case $header in shower/*) # with partons that come in, masses, heavy particles, global recoil and variations in one of the precisions
            printf '#define EVENTS_BY_ROWS %d\n' "$precision" >>"$file"
            printf '#define SHOWER_%s %d\n' BEAMS "$precision" MASSES "$precision" HEAVY "$precision" GLOBAL "$precision" VARIATIONS $((2 * precision)) >>"$file"
            printf '%s\n' "$shower" >>"$file" ;; esac
        case $header in cubature/thin.h) echo "#define DIMENSIONS 2" >>"$file" ;; esac
        case $header in cubature/weigh.h | cubature/sums.h | cubature/[bc]*_*) echo "$integrand" >>"$file" ;; esac
        printf '#include "%s"\n' "$header" >>"$file"
        case $header in *_gpu.h) ;; *) cpu+=("$file") ;; esac
        case $header in *_cpu.h) continue ;; esac
        grep -q '^#include <' "kernels/$header" || gpu+=("$file")
    done
done < <(find kernels -name '*.h' ! -name 'dialect_*.h' -printf '%P\n' | sort)

# check NAME COMMAND... -- FILES...: one line, and the compiler's own words where it refuses.
failed=0
check()
{
    local name=$1 command=()
    shift
    while [ "$1" != -- ]; do command+=("$1"); shift; done
    shift
    if ! command -v "${command[0]}" >/dev/null; then
        echo "$name: skipped, ${command[0]} is not installed"
    elif printf '%s\0' "$@" | xargs -0 -n 10 -P "$(nproc)" "${command[@]}" >"$work/log" 2>&1; then
        echo "$name: $(($# / 2)) headers"
    else
        echo "$name: FAILED"
        cat "$work/log"
        failed=1
    fi
}

# check_c17 COMPILER [LEVEL]. The header of intrinsics, most of what clang has to read, is read once.
check_c17()
{
    local command=("$1" -std=c17 -Ikernels -Wall -Wextra -Werror -Wno-psabi ${2:+-march=$2}) suffix=pch
    local folder=$work/$1-${2:-native}
    [ "$1" != gcc ] || suffix=gch
    mkdir "$folder"
    printf '#include <stdint.h>\n#if defined __x86_64__ && defined __clang__\n#include <immintrin.h>\n#endif\n' >"$folder/vectors.h"
    ! command -v "$1" >/dev/null || "${command[@]}" -x c-header "$folder/vectors.h" -o "$folder/vectors.h.$suffix"
    check "C17, $1${2:+, $2}" "${command[@]}" -fsyntax-only -include "$folder/vectors.h" -- "${cpu[@]}"
}
case $(uname -m) in
x86_64) set -- "gcc x86-64-v4" "clang x86-64-v3" "gcc x86-64-v2" ;;
*) set -- gcc clang ;;
esac
for choice; do
    # shellcheck disable=SC2086 # a compiler and a level
    check_c17 $choice
done
# Unused: what is inline in a header is there for whoever includes it.
check "OpenCL C 1.2, clang" clang -x cl -cl-std=CL1.2 -fsyntax-only -Ikernels -Wall -Wextra -Werror \
    -Wno-unused-function -- "${gpu[@]}"

"${CC:-cc}" -std=c17 -D_POSIX_C_SOURCE=200809L -O1 -Isrc tests/support/nvrtc_check.c src/device/cuda/library.c \
    -o "$work/nvrtc_check" -ldl -pthread
"$work/nvrtc_check" kernels "${gpu[@]}" || failed=1
exit "$failed"

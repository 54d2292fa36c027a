# Sourced, in the checkout's root, by ./tessera, ./test and .ci/run: installs what is missing and builds a preset.
# shellcheck shell=sh disable=SC2034
# Everything here speaks on standard error: standard output is the program's.

# Packages of Debian and Ubuntu, by what needs them.
packages_build="cmake gcc libc6-dev make pkg-config libyaml-dev libjansson-dev libxxhash-dev zlib1g-dev libhdf5-dev"
packages_test="libcmocka-dev librandom123-dev clang ocl-icd-opencl-dev pocl-opencl-icd python3-venv openmpi-bin libopenmpi-dev
    mpich libmpich-dev"
packages_ci="git ccache clang-format-14 clang-tidy cppcheck libclang-rt-dev shellcheck"

say() { printf 'tessera: %s\n' "$*" >&2; }

# missing_packages PACKAGE...: those that are not installed, one a line.
missing_packages() {
    # shellcheck disable=SC2016 # the format is dpkg's
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null) || true
    for package in "$@"; do
        printf '%s\n' "$installed" | grep -qx "installed $package" || echo "$package"
    done
}

# install_packages PACKAGE...: what is missing of them, asking before sudo is used. Elsewhere than on Debian and its kin it
# does nothing: there CMake says what it lacks.
install_packages() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
    missing=$(missing_packages "$@" | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    as_root=
    if [ "$(id -u)" != 0 ]; then
        say "these packages are missing: $missing"
        if ! command -v sudo >/dev/null || ! (: </dev/tty) 2>/dev/null; then
            say "install them as root: apt-get install $missing"
            return 1
        fi
        printf 'tessera: install them with sudo? [Y/n] ' >&2
        read -r answer </dev/tty
        case $answer in '' | [Yy]*) as_root=sudo ;; *) return 1 ;; esac
    fi
    say "installing $missing"
    log=$(mktemp)
    # An update that fails may only mean that the machine is off line: the installation decides. $missing is a list.
    # shellcheck disable=SC2086
    if $as_root apt-get -q update >"$log" 2>&1 || true &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 \
            install -y --no-install-recommends $missing >>"$log" 2>&1 </dev/null; then
        rm -f "$log"
        return 0
    fi
    tail -n 20 "$log" >&2
    say "apt-get could not install them; its whole output is in $log"
    return 1
}

# Whether the build of preset $1 is as new as its sources, and knows MPI's compilers. A folder changes when a file in it
# comes or goes; where find fails, a source is gone.
is_built() {
    [ -x "build/$1/tessera" ] && [ -f "build/$1/.built" ] && knows_mpi_compilers "$1" &&
        [ -z "$(find CMakeLists.txt CMakePresets.json cmake include kernels src examples -cnewer "build/$1/.built" \
            -print -quit 2>&1)" ]
}

# Whether the build of preset $1 has seen every compiler of MPI that is on the PATH. One that is on it no more may come
# back: a module that was built stays.
knows_mpi_compilers() {
    mpi_compilers=
    [ ! -f "build/$1/.built" ] || read -r mpi_compilers <"build/$1/.built" || true
    mpi_compilers=" $mpi_compilers " new_compilers=
    for compiler in mpicc mpicc.openmpi mpicc.mpich; do
        compiler=$(command -v $compiler) || continue
        case $mpi_compilers in *" $compiler "*) ;; *) new_compilers="$new_compilers $compiler" ;; esac
    done
    [ -z "$new_compilers" ]
}

# Takes the lock of all builds in this checkout, until file 9 is closed. Of ranks that mpirun has started only one speaks.
lock_builds() {
    mkdir -p build
    exec 9>build/.lock
    flock -n 9 && return 0
    [ "${OMPI_COMM_WORLD_SIZE:-${PMI_SIZE:-1}}" != 1 ] || say "another call is building here; waiting for it…"
    flock 9
}

# build_preset PRESET TARGETS [OPTION...]: configures with the options and builds, where the lock is taken, which it gives
# back. What changes meanwhile is newer than the mark, so the next call builds again. The mark names MPI's compilers. A
# build that leaves the examples' programs out sets none: ./tessera has them to compile.
build_preset() {
    preset=$1 targets=$2 folder=build/$1
    shift 2
    mkdir -p "$folder"
    if [ -f "$folder/CMakeCache.txt" ]; then
        say "building what has changed…"
    else
        say "building for the first time, which takes one to three minutes; $folder/build.log shows how far it is."
    fi
    # A plain mpicc that is new may be that of another MPI.
    knows_mpi_compilers "$preset" || set -- -UTESSERA_MPICC "$@"
    # shellcheck disable=SC2086 # a list, without the blanks around it
    echo $mpi_compilers $new_compilers >"$folder/.building"
    # A checkout that was moved starts afresh.
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt" ||
        rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
    # shellcheck disable=SC2086 # $targets is a list
    if cmake --preset "$preset" "$@" >"$folder/build.log" 2>&1 9>&- &&
        cmake --build --preset "$preset" -j "$(nproc)" --target $targets >>"$folder/build.log" 2>&1 9>&-; then
        # Only mpirun needs MPI's modules: the program works without them.
        cmake --build --preset "$preset" --target mpi_modules >>"$folder/build.log" 2>&1 9>&- ||
            say "the modules for MPI, which mpirun needs, could not be built: $PWD/$folder/build.log"
        case " $* " in
        *" -DTESSERA_PRECOMPILE=OFF "*) rm -f "$folder/.building" ;;
        *) mv "$folder/.building" "$folder/.built" ;;
        esac
        exec 9>&-
        return 0
    fi
    tail -n 30 "$folder/build.log" >&2
    say "the build failed; its whole output is in $PWD/$folder/build.log"
    return 1
}

# A Python with what tests/peers/ compares with, as TESSERA_PYTHON. Off line the tests go on without. Its modules are
# compiled where a test imports them, which few are.
prepare_peers() {
    install_peers
    name_peers
}

# Installs what is missing of the peers, which may go on beside a build.
install_peers() {
    peers=$PWD/build/peers
    if ! cmp -s tests/peers/requirements.txt "$peers/requirements.txt"; then
        if python3 -m venv --clear "$peers" >"$peers.log" 2>&1 && install_peer requirements "what files of events are read with, 60 MB"; then
            :
        else
            say "the peers that the tests compare with could not be installed: $peers.log"
            return 0
        fi
    fi
    find_nvrtc || install_peer nvrtc "CUDA's run-time compiler, 90 MB" || true
    install_peer fastjet "FastJet, 20 MB" || true
    install_peer h5py "h5py, 5 MB" || true
    install_peer models "two models as UFOs, 1 MB" || true
    install_peer pythia "Pythia 8, 30 MB" || true
    install_peer python "what the Python package is tested with, 30 MB" || true
}

# Names what was installed: TESSERA_PYTHON, and TESSERA_NVRTC where the system has none.
name_peers() {
    cmp -s tests/peers/requirements.txt build/peers/requirements.txt || return 0
    export TESSERA_PYTHON="$PWD/build/peers/bin/python3"
    find_nvrtc && return 0
    nvrtc=$(find build/peers/lib -name 'libnvrtc.so.*' -print -quit)
    [ -z "$nvrtc" ] || export TESSERA_NVRTC="$PWD/$nvrtc"
}

# install_peer LIST WHAT: what tests/peers/LIST.txt names, once, into the peers' Python.
install_peer() {
    cmp -s "tests/peers/$1.txt" "$peers/$1.txt" && return 0
    say "fetching $2…"
    if "$peers/bin/pip" install -q --no-compile -r "tests/peers/$1.txt" >>"$peers.log" 2>&1; then
        cp "tests/peers/$1.txt" "$peers"
    else
        say "it could not be installed: $peers.log"
        return 1
    fi
}

# Whether there is a run-time compiler of CUDA's where src/device/cuda/library.c looks.
find_nvrtc() {
    [ -n "${TESSERA_NVRTC:-}" ] || [ -e /usr/local/cuda/lib64/libnvrtc.so ] ||
        /sbin/ldconfig -p 2>/dev/null | grep 'libnvrtc\.so' >/dev/null
}

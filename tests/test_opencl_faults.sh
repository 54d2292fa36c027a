#!/usr/bin/env bash
# test_opencl_faults.sh BUILD: what goes wrong with an OpenCL device ends in one sentence, status 1 and no result. A
# loader that misbehaves (opencl_faults.c) stands before the real one.
set -euo pipefail
build=$1
tessera=$build/tessera
real=$(ldconfig -p | sed -n 's/.*libOpenCL\.so\.1 .*=> //p' | head -n 1)
if [ -z "$real" ] || ! "$tessera" devices | grep -q '^opencl:'; then
    echo "skipped: there is no OpenCL device here"
    exit 77
fi
export TESSERA_REAL_OPENCL=$real ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export TESSERA_CACHE_DIR=$work/cache
cat >card.yaml <<'CARD'
process: g g > g g
integration: {max_events: 20000, relative_error: 0.1}
histograms: [ht]
CARD

failed=0
fail() { echo "FAILED: $*"; sed 's/^/    /' "$work/err" | tail -n 5; failed=$((failed + 1)); }

# run [VARIABLE=VALUE]... -- ARGUMENTS...: the program behind the loader in $loader; its status in $status.
loader=$build/tests/opencl_faults
run()
{
    local settings=()
    while [ "$1" != -- ]; do settings+=("$1"); shift; done
    shift
    rm -rf out
    status=0
    env LD_LIBRARY_PATH="$loader" "${settings[@]}" "$tessera" "$@" >"$work/standard" 2>"$work/err" </dev/null || status=$?
}
calculate() { run "$@" -- run card.yaml --device opencl --out out --quiet; }

# said STATUS WORDS WHAT: the last run ended with the status and said the words.
said()
{
    if [ "$status" != "$1" ] || ! grep -qF -- "$2" err; then fail "$3: status $status, or \"$2\" is not said"; fi
}

# refused STATUS WORDS SETTINGS...: the run ends with the status and one sentence that holds the words, and leaves nothing.
refused()
{
    local expected=$1 words=$2
    shift 2
    calculate "$@"
    [ "$status" = "$expected" ] || fail "status $status, not $expected: $*"
    grep -qF -- "$words" err || fail "\"$words\" is not said: $*"
    [ "$(grep -c '^tessera: ' err)" = 1 ] || fail "not one sentence: $*"
    [ ! -e out ] || [ -z "$(ls -A out)" ] || fail "something was left: $* ($(ls -A out))"
}

# The result without faults, which those that a device can live with have too.
calculate NOTHING=
[ "$status" = 0 ] || fail "no fault, status $status"
cp -r out good
same() { cmp -s out/histograms.yoda good/histograms.yoda || fail "other bits: $*"; }

# The loader and the drivers.
loader=$work/empty
mkdir empty
echo "no library" >empty/libOpenCL.so.1
refused 1 "libOpenCL.so.1 was not found" NOTHING=
loader=$build/tests/opencl_faults_short
refused 1 "lacks the function clFinish" NOTHING=
loader=$build/tests/opencl_faults
refused 1 "no driver is installed" "FAULT=clGetPlatformIDs 1 -1001"
refused 1 "offer no device" "FAULT=clGetDeviceIDs 1 -1"
refused 1 "not available" DEVICE=away
refused 1 "older than OpenCL 1.2" DEVICE=old
refused 1 "clCreateContext" "FAULT=clCreateContext 1 -6"
refused 1 "clCreateCommandQueue" "FAULT=clCreateCommandQueue 1 -5"
for selector in opencl:9.9 opencl:x opencl:0 opencl:0.0.0; do
    run -- run card.yaml --device "$selector" --out out --quiet
    said 2 "\"$selector\"" "the device $selector"
done

# Memory: each allocation in turn.
for ((call = 1; call < 40; ++call)); do
    calculate "FAULT=clCreateBuffer $call -4"
    [ "$status" != 0 ] || break
    grep -q "not enough memory" err || fail "allocation $call: no word of memory"
    [ "$status" = 1 ] || fail "allocation $call: status $status"
    [ ! -e out ] || [ -z "$(ls -A out)" ] || fail "allocation $call: something was left"
done
if [ "$call" -le 5 ] || [ "$call" = 40 ]; then fail "the run has $call allocations"; fi

# A device that disappears.
for place in "clEnqueueNDRangeKernel 2" "clEnqueueNDRangeKernel 9" "clEnqueueReadBuffer 3" "clEnqueueWriteBuffer 8"; do
    for code in -5 -2 -36; do
        refused 1 "failed in ${place% *} with CL_" "FAULT=$place $code"
    done
done
refused 1 "clSetKernelArg" "FAULT=clSetKernelArg 20 -52"
printf '500 0 0 500\n500 0 0 -500\n500 300 0 400\n500 -300 0 -400\n' >momenta.txt
run "FAULT=clFinish 1 -5" -- amplitude "g g > g g" --momenta momenta.txt --device opencl
said 1 "failed in clFinish with CL_OUT_OF_RESOURCES" "amplitude"
run "FAULT=clCreateBuffer 2 -4" -- bench gluons --device opencl --from 4 --to 4 --runs 1 --precision single
said 1 "not enough memory" "bench"

# Compilation; the cache is emptied so that there is one.
rm -rf cache
refused 1 "planned fault" "BUILD=#error planned fault"
refused 1 "lacks the kernel" "FAULT=clCreateKernel 1 -46"

# What a device can live with: the same bits.
for device in no-atomics no-double; do
    calculate DEVICE=$device
    [ "$status" = 0 ] || fail "$device: status $status"
    same "$device"
done
run DEVICE=no-double -- run card.yaml --set precision=double --device opencl --out out --quiet
said 2 "no double precision" "double"
calculate DEVICE=inexact
said 0 "IEEE 754" "inexact arithmetic"

# A cache that is damaged, or cannot be had.
for file in cache/opencl/*.bin; do printf 'x' | dd of="$file" bs=1 seek=100 conv=notrunc 2>/dev/null; done
calculate NOTHING=
[ "$status" = 0 ] || fail "damaged cache: status $status"
same "damaged cache"
calculate TESSERA_CACHE_DIR=/proc/nowhere
said 0 "not kept" "a cache that cannot be written"
same "no cache"

# The list of devices is always there.
for fault in "clGetPlatformIDs 1 -1001" "clGetDeviceIDs 1 -1" "none 1 1"; do
    run "FAULT=$fault" -- devices --json
    if [ "$status" != 0 ] || ! grep -q '"opencl' standard; then fail "devices with $fault"; fi
done

echo "$failed failed"
[ "$failed" = 0 ]

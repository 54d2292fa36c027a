#!/usr/bin/env bash
# test_opencl_faults.sh BUILD: what goes wrong with an OpenCL device ends in one sentence, status 1 and no result. A
# loader that misbehaves (opencl_faults.c) stands before the real one.
set -euo pipefail
build=$1
real=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | sed -n 's/.*libOpenCL\.so\.1 .*=> //p' | head -n 1)
if [ -z "$real" ] || ! "$build/tessera" devices | grep '^opencl:' >/dev/null; then
    echo "skipped: there is no OpenCL device here"
    exit 77
fi
export TESSERA_REAL_OPENCL=$real ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0
library=$build/tests/opencl_faults
device=opencl
# shellcheck source=tests/program/faults.sh
. "$(dirname "$0")/faults.sh"

# The result without faults, which those that a device can live with have too.
calculate NOTHING=
[ "$status" = 0 ] || fail "no fault, status $status"
cp -r out good
same() { cmp -s out/histograms.yoda good/histograms.yoda || fail "other bits: $*"; }

# The loader and the drivers.
library=$work/empty
mkdir empty
echo "no library" >empty/libOpenCL.so.1
refused 1 "libOpenCL.so.1 was not found" NOTHING=
library=$build/tests/opencl_faults_short
refused 1 "lacks the function clFinish" NOTHING=
library=$build/tests/opencl_faults
refused 1 "no driver is installed" "FAULT=clGetPlatformIDs 1 -1001"
refused 1 "offer no device" "FAULT=clGetDeviceIDs 1 -1"
refused 1 "not available" DEVICE=away
refused 1 "older than OpenCL 1.2" DEVICE=old
refused 1 "clCreateContext" "FAULT=clCreateContext 1 -6"
refused 1 "clCreateCommandQueue" "FAULT=clCreateCommandQueue 1 -5"
for selector in opencl:9.9 opencl:x opencl:0 opencl:0.0.0; do
    run -- run card.yaml --device "$selector" --out out --force --quiet
    said 2 "\"$selector\"" "the device $selector"
done

# Memory: each allocation in turn.
in_turn 0 clCreateBuffer -4 "not enough memory"
# Where it is short for a moment a batch has fewer events, and the same bits come out.
for place in "clCreateBuffer 12 -4 12" "clEnqueueFillBuffer 4 -4 4"; do
    calculate "FAULT=$place"
    [ "$status" = 0 ] || fail "$place: status $status"
    same "$place"
done

# A device that disappears.
for place in "clEnqueueNDRangeKernel 2" "clEnqueueNDRangeKernel 9" "clEnqueueReadBuffer 3" "clEnqueueWriteBuffer 8" \
    "clEnqueueFillBuffer 1"; do
    for code in -5 ${TESSERA_TEST_CI:+-2 -36}; do
        refused 1 "failed in ${place% *} with CL_" "FAULT=$place $code"
    done
done
refused 1 "clSetKernelArg" "FAULT=clSetKernelArg 20 -52"
if [ -n "${TESSERA_TEST_LONG:-}" ]; then # a program over which OpenCL's compilers of a CPU take long
    run "FAULT=clEnqueueCopyBuffer 1 -5" -- integrate --builtin f3 --dim 3 --rel 1e-7 --max-evaluations 1e7 \
        --device opencl --quiet
    said 1 "failed in clEnqueueCopyBuffer with CL_OUT_OF_RESOURCES" "integrate"
fi
run "FAULT=clEnqueueReadBuffer 1 -5" -- amplitude "g g > g g" --momenta momenta.txt --device opencl
said 1 "failed in clEnqueueReadBuffer with CL_OUT_OF_RESOURCES" "amplitude"
run "FAULT=clFinish 1 -5" -- bench peak --device opencl --runs 1 --precision single
said 1 "failed in clFinish with CL_OUT_OF_RESOURCES" "bench peak"
run "FAULT=clCreateBuffer 2 -4" -- bench peak --device opencl --runs 1
said 1 "not enough memory" "bench"

# Compilation; the cache is emptied so that there is one.
rm -rf cache
refused 1 "planned fault" "BUILD=#error planned fault"
refused 1 "lacks the kernel" "FAULT=clCreateKernel 1 -46"

# What a device can live with: the same bits. Each is a program of its own.
for kind in ${TESSERA_TEST_CI:+no-atomics no-double}; do
    calculate DEVICE="$kind"
    [ "$status" = 0 ] || fail "$kind: status $status"
    same "$kind"
done
run DEVICE=no-double -- run card.yaml --set precision=double --device opencl --out out --force --quiet
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

for fault in "clGetPlatformIDs 1 -1001" "clGetDeviceIDs 1 -1" "none 1 1"; do listed "FAULT=$fault"; done

echo "$failed failed"
[ "$failed" = 0 ]

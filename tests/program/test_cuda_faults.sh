#!/usr/bin/env bash
# test_cuda_faults.sh BUILD: what goes wrong with CUDA's driver or with NVRTC ends in one sentence, status 1, no result
# and nothing left on the GPU. Both libraries are played (cuda_faults.c): no GPU is needed, and no number is computed.
set -euo pipefail
build=$1
library=$build/tests/cuda_faults
device=cuda
export TESSERA_NVRTC=$library/libcuda.so.1
# shellcheck source=tests/program/faults.sh
. "$(dirname "$0")/faults.sh"
mkdir empty
for name in libcuda.so.1 libnvrtc.so.13 libnvrtc.so.12 libnvrtc.so; do echo "no library" >empty/$name; done

# works WHAT SETTINGS...: the run comes to its end (and warns of its numbers, which mean nothing).
works()
{
    local what=$1
    shift
    calculate "$@"
    if [ "$status" != 0 ] || [ ! -s out/histograms.yoda ]; then fail "$what: status $status"; fi
}

# Nothing is wrong: compiled, then taken from the cache, where no NVRTC is needed.
works "no fault" NOTHING=
works "no fault, again" TESSERA_NVRTC=/nowhere

# The driver and its devices.
library=$work/empty
refused 1 "libcuda.so.1 of NVIDIA's driver was not found" NOTHING=
library=$build/tests/cuda_faults_short
refused 1 "libcuda.so.1 lacks the function cuLaunchKernel" NOTHING=
library=$build/tests/cuda_faults
refused 1 "does not start (unknown error)" "FAULT=cuInit 1 999"
refused 1 "does not start (no reason)" "FAULT=cuInit 1 1000"
refused 1 "finds no GPU" DEVICES=0
refused 1 "finds no GPU" "FAULT=cuDeviceGetCount 1 100"
refused 1 "does not describe it" "FAULT=cuDeviceTotalMem 1 1"
refused 1 "failed in cuDevicePrimaryCtxRetain" "FAULT=cuDevicePrimaryCtxRetain 1 999"
for selector in cuda:1 cuda:x cuda:0.0 cuda:-1; do
    device=$selector
    refused 2 "\"$selector\"" NOTHING=
done
device=cuda:all
refused 1 "finds no GPU" DEVICES=0
works "all of one" DEVICES=1
refused 1 "\"cuda:1: GPU 1 of none" DEVICES=2 "FAULT=cuDevicePrimaryCtxRetain 2 999"

# Calls on one GPU and on two.
export DEVICES=2
for device in cuda cuda:all; do
    works "$device" NOTHING=
    in_turn 0 cuMemAlloc 2 "not enough memory (cuMemAlloc)"
    for name in cuCtxSetCurrent cuLaunchKernel cuMemcpyDtoHAsync cuStreamSynchronize cuMemcpyHtoDAsync cuModuleGetFunction; do
        in_turn 1 "$name" 719 "failed in $name with CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)"
    done
    refused 1 "not enough memory (cuMemAllocHost)" "FAULT=cuMemAllocHost 1 2"
    refused 1 "not enough memory (cuStreamCreate)" "FAULT=cuStreamCreate 3 2"
    refused 1 "failed in cuMemsetD8Async with CUDA_ERROR_LAUNCH_FAILED" "FAULT=cuMemsetD8Async 1 719"
done
unset DEVICES
device=cuda
# Memory is planned by what others leave free; where the driver does not tell, or one call fails, less is asked for.
works "little memory" FREE=100000 PLANNED=1
works "little memory, untold" FREE=100000 "FAULT=cuMemGetInfo 1 999"
refused 1 "not enough memory (cuMemAlloc)" FREE=30000
works "a moment without memory" "FAULT=cuMemAlloc 9 2 9"
refused 1 "with an error without a name (no more is known)" "FAULT=cuLaunchKernel 3 700"
refused 1 "lacks the kernel pipeline_sample" "FAULT=cuModuleGetFunction 2 500"
run "FAULT=cuStreamSynchronize 1 719" -- amplitude "g g > g g" --momenta momenta.txt --device cuda
said 1 "failed in cuStreamSynchronize with CUDA_ERROR_LAUNCH_FAILED" "amplitude"
run "FAULT=cuCtxSynchronize 1 719" -- bench peak --device cuda --runs 1 --precision single
said 1 "failed in cuCtxSynchronize with CUDA_ERROR_LAUNCH_FAILED" "bench peak"
run "FAULT=cuMemAlloc 2 2" -- bench gluons --device cuda --from 4 --to 4 --runs 1 --precision single
said 1 "not enough memory" "bench"

# NVRTC: every failure with nothing in the cache.
anew() { rm -rf cache/cuda; refused 1 "$@"; }
anew "TESSERA_NVRTC names cannot be opened (/nowhere/libnvrtc.so: " TESSERA_NVRTC=/nowhere/libnvrtc.so
anew "lacks the function nvrtcGetCUBIN" "TESSERA_NVRTC=$build/tests/cuda_faults_short/libcuda.so.1"
for name in nvrtcCreateProgram nvrtcCompileProgram nvrtcGetCUBINSize nvrtcGetCUBIN; do
    anew "failed in $name: NVRTC_ERROR_INTERNAL_ERROR" "FAULT=$name 1 11"
done
log=$(seq -f 'program.cu(%g): error: planned' 500)
anew "NVRTC refused a program. Its log:" "FAULT=nvrtcCompileProgram 1 6" "NVRTC_LOG=$log"
[ "$(grep -c '^program.cu(.*): error: planned$' err)" = 500 ] || fail "NVRTC's log is not whole"
anew "Its log:" "FAULT=nvrtcCompileProgram 1 6"
said 1 "(it is empty)" "a program refused without a word"
anew "failed in cuModuleLoadData with" "FAULT=cuModuleLoadData 1 719"
if [ ! -e /usr/local/cuda/lib64/libnvrtc.so ]; then # which nothing can hide
    ln -sf "$build/tests/cuda_faults/libcuda.so.1" empty/
    library=$work/empty
    anew "was not found (libnvrtc.so.13, libnvrtc.so.12, libnvrtc.so, " TESSERA_NVRTC=
    library=$build/tests/cuda_faults
fi

# A cache that is damaged, cannot be had, or holds what the driver no longer takes: compiled again.
works "an empty cache" NOTHING=
refused 1 "TESSERA_NVRTC" TESSERA_NVRTC=/nowhere "FAULT=cuModuleLoadData 1 200 1"
works "a binary that is refused" "FAULT=cuModuleLoadData 1 200 1"
printf 'x' | dd of="$(ls cache/cuda/*.bin)" bs=1 conv=notrunc 2>/dev/null
refused 1 "TESSERA_NVRTC" TESSERA_NVRTC=/nowhere
works "a damaged cache" NOTHING=
works "the cache, healed" TESSERA_NVRTC=/nowhere
works "no cache" TESSERA_CACHE_DIR=/proc/nowhere
said 0 "not kept" "a cache that cannot be written"

for fault in "cuInit 1 999" "cuDeviceGetCount 1 100" "cuDeviceTotalMem 1 1" "none 1 1"; do listed "FAULT=$fault"; done

echo "$failed failed"
[ "$failed" = 0 ]

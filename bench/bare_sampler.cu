// What a GPU can do at most where `tessera integrate` samples: random numbers alone, the map of VEGAS with the
// integrand f4 in 8 dimensions, and the same with the sums that teach the grid, by floating-point atomics and by
// integers of 32 and of 64 bits. Written without regard to anything but speed, and apart from the kernels that it
// is a measure of.
//
//     nvcc -O3 -arch=native bench/bare_sampler.cu -o bare_sampler && ./bare_sampler
//
// Prints a line for each: nanoseconds, and samples (or numbers) per second; the best of five runs.
#include <cstdint>
#include <cstdio>

enum { AXES = 8, BINS = 256, THREADS = 256, SAMPLES = 4096 /* of a thread */ };

__device__ void philox(uint64_t event, uint32_t draw, uint32_t words[4])
{
    uint32_t c0 = (uint32_t)event, c1 = (uint32_t)(event >> 32), c2 = draw, c3 = 0, k0 = 1, k1 = 0;
#pragma unroll
    for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
        const uint32_t high0 = __umulhi(c0, 0xD2511F53u), low0 = c0 * 0xD2511F53u;
        const uint32_t high1 = __umulhi(c2, 0xCD9E8D57u), low1 = c2 * 0xCD9E8D57u;
        c0 = high1 ^ c1 ^ k0, c1 = low1, c2 = high0 ^ c3 ^ k1, c3 = low0;
    }
    words[0] = c0, words[1] = c1, words[2] = c2, words[3] = c3;
}

// Numbers in (0,1): four of a block in single precision, two in double.
template <typename real> struct uniforms;
template <> struct uniforms<float> {
    enum { OF_BLOCK = 4 };
    static __device__ void take(const uint32_t *words, float *u)
    {
        for (int i = 0; i < 4; ++i)
            u[i] = (words[i] >> 9) * 0x1p-23f + 0x1p-24f;
    }
};
template <> struct uniforms<double> {
    enum { OF_BLOCK = 2 };
    static __device__ void take(const uint32_t *words, double *u)
    {
        for (int i = 0; i < 2; ++i)
            u[i] = __longlong_as_double(0x3ff0000000000000ll | (int64_t)words[2 * i] << 20 | words[2 * i + 1] >> 12) -
                   (1 - 0x1p-53);
    }
};

template <typename real> __device__ void numbers(uint64_t event, real y[AXES])
{
#pragma unroll
    for (int axis = 0; axis < AXES; axis += uniforms<real>::OF_BLOCK) {
        uint32_t words[4];
        philox(event, axis, words);
        uniforms<real>::take(words, y + axis);
    }
}

template <typename real> __global__ void alone(real *result)
{
    const uint64_t thread = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    real sum = 0;
    for (int sample = 0; sample < SAMPLES; ++sample) {
        real y[AXES];
        numbers(thread * SAMPLES + sample, y);
        for (int axis = 0; axis < AXES; ++axis)
            sum += y[axis];
    }
    result[thread] = sum;
}

enum sums { NONE, FLOATING, WORDS, HALVES };

template <typename real, int sums> __device__ void teach(real *shared, uint32_t *low, uint32_t *high, int bin, real square)
{
    if (sums == FLOATING)
        atomicAdd(shared + bin, square);
    if (sums == WORDS)
        atomicAdd(low + bin, (uint32_t)(square * (real)0x1p16));
    if (sums == HALVES) {
        const uint64_t units = (uint64_t)(square * (real)0x1p32);
        const uint32_t before = atomicAdd(low + bin, (uint32_t)units);
        const uint32_t more = (uint32_t)(units >> 32) + (before + (uint32_t)units < before);
        if (more)
            atomicAdd(high + bin, more);
    }
}

// The grid is that which fits f4: x = 1/2 + erf^-1(2y - 1)/25, nearly; its values do not matter for the time.
template <typename real, int sums> __global__ void map(const real *grid, real *result)
{
    __shared__ real shared[sums == FLOATING ? AXES * BINS : 1];
    __shared__ uint32_t low[sums >= WORDS ? AXES * BINS : 1], high[sums == HALVES ? AXES * BINS : 1];
    for (int i = threadIdx.x; i < AXES * BINS; i += THREADS) {
        if (sums == FLOATING)
            shared[i] = 0;
        if (sums >= WORDS)
            low[i] = 0;
        if (sums == HALVES)
            high[i] = 0;
    }
    __syncthreads();
    const uint64_t thread = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    real sum = 0, squares = 0;
    for (int sample = 0; sample < SAMPLES; ++sample) {
        real y[AXES], exponent = 0, jacobian = 1;
        int bin[AXES];
        numbers(thread * SAMPLES + sample, y);
#pragma unroll
        for (int axis = 0; axis < AXES; ++axis) {
            const real place = y[axis] * BINS;
            bin[axis] = (int)place + BINS * axis;
            const real edge = __ldg(grid + 2 * bin[axis]), width = __ldg(grid + 2 * bin[axis] + 1);
            const real x = edge + (place - (int)place) * width - (real)0.5;
            exponent += x * x;
            jacobian *= width * BINS;
        }
        const real weight = exp(-625 * exponent) * jacobian;
        sum += weight;
        squares += weight * weight;
        if (sums != NONE)
#pragma unroll
            for (int axis = 0; axis < AXES; ++axis)
                teach<real, sums>(shared, low, high, bin[axis], weight * weight);
    }
    __syncthreads();
    if (sums != NONE)
        for (int i = threadIdx.x; i < AXES * BINS; i += THREADS)
            sum += sums == FLOATING ? shared[i] : sums == WORDS ? low[i] : low[i] + high[i];
    result[thread] = sum + squares;
}

template <typename real> struct bench {
    real *grid, *result;
    int blocks;

    template <typename kernel> void time(const char *name, double each, kernel launch)
    {
        float best = 1e30f;
        cudaEvent_t begin, end;
        cudaEventCreate(&begin), cudaEventCreate(&end);
        for (int run = 0; run < 6; ++run) {
            float milliseconds;
            cudaEventRecord(begin);
            launch();
            cudaEventRecord(end);
            cudaEventSynchronize(end);
            cudaEventElapsedTime(&milliseconds, begin, end);
            if (run && milliseconds < best)
                best = milliseconds;
        }
        const double rate = each * blocks * THREADS * SAMPLES / (1e-3 * best);
        printf("%-6s %-44s %10.3f ms %9.3g /s\n", sizeof(real) == 4 ? "single" : "double", name, best, rate);
    }

    void run()
    {
        static real host[2 * AXES * BINS];
        for (int axis = 0; axis < AXES; ++axis)
            for (int bin = 0; bin < BINS; ++bin) {
                host[2 * (BINS * axis + bin)] = (real)(0.4 + 0.2 * bin / BINS);
                host[2 * (BINS * axis + bin) + 1] = (real)(0.2 / BINS);
            }
        cudaMalloc(&grid, sizeof host);
        cudaMalloc(&result, sizeof(real) * blocks * THREADS);
        cudaMemcpy(grid, host, sizeof host, cudaMemcpyHostToDevice);
        time("random numbers alone (numbers per second)", AXES, [this] { alone<real><<<blocks, THREADS>>>(result); });
        time("map", 1, [this] { map<real, NONE><<<blocks, THREADS>>>(grid, result); });
        time("map, sums by floating-point atomics", 1, [this] { map<real, FLOATING><<<blocks, THREADS>>>(grid, result); });
        time("map, sums by integers of 32 bits", 1, [this] { map<real, WORDS><<<blocks, THREADS>>>(grid, result); });
        time("map, sums by two integers of 32 bits", 1, [this] { map<real, HALVES><<<blocks, THREADS>>>(grid, result); });
        cudaFree(grid);
        cudaFree(result);
    }
};

int main()
{
    cudaDeviceProp device;
    if (cudaGetDeviceProperties(&device, 0) != cudaSuccess)
        return fprintf(stderr, "There is no GPU.\n"), 1;
    printf("%s\n", device.name);
    bench<float>{nullptr, nullptr, 8 * device.multiProcessorCount}.run();
    bench<double>{nullptr, nullptr, 8 * device.multiProcessorCount}.run();
    const cudaError_t status = cudaDeviceSynchronize();
    return status != cudaSuccess && fprintf(stderr, "%s\n", cudaGetErrorString(status));
}

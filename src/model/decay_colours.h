/* Colour structures as dense tensors, from which colours of decays are summed number by number. */
#ifndef TESSERA_MODEL_DECAY_COLOURS_H
#define TESSERA_MODEL_DECAY_COLOURS_H

/* <complex.h> is hidden by the kernels' header of that name. */
typedef double _Complex number;
extern number conj(number);
extern double creal(number), cimag(number);

enum { DECAY_LEGS_MOST = 4 };

/* A tensor of some legs, the last one's index changing first. */
struct colour_tensor {
    int legs, size[DECAY_LEGS_MOST]; /* 1, 3, 6 or 8 each */
    int count;
    number *values;
};

/* A structure in a UFO's words, "T(3,2,1)", which colour_words_read() has taken. Leg i of the text is leg
 * place[i - 1] of the tensor, whose sizes are there. Returns 0 where there is no memory; colour_tensor_free()
 * frees what it makes. */
int colour_tensor_of_text(const char *text, const int *place, struct colour_tensor *tensor);

/* Two tensors as one: leg i of `a` is leg a_place[i] of the result, of `b` likewise. The leg of each whose
 * place is -1 is summed over; there is one in both. Returns 0 where there is no memory. */
int colour_tensor_join(const struct colour_tensor *a, const int *a_place, const struct colour_tensor *b,
                       const int *b_place, struct colour_tensor *joined);

/* The sum over all colours of a times the conjugate of b. */
number colour_tensor_product(const struct colour_tensor *a, const struct colour_tensor *b);

/* Zeros of the sizes that are there. Returns 0 where there is no memory. */
int colour_tensor_create(struct colour_tensor *tensor);
void colour_tensor_free(struct colour_tensor *tensor);

#endif

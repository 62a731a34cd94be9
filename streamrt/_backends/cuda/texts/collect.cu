// Finds the first error of a graph's steps, and clears all of them. One thread. Behind the errors
// lie the numbers of the nodes that they are of.
extern "C" __global__ void streamrt_collect(const Words w, int *errors, long long count, int *error)
{
    for (long long i = count - 1; i >= 0; i--)
        if (errors[i]) {
            error[0] = errors[i];
            error[1] = errors[count + i];
            errors[i] = 0;
        }
}

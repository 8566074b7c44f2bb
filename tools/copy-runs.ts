/** Each adds something to a copy of the sources, as a guide says, and compiles the copy: half a minute of CPU time. */
const ON_A_COPY = ['new-field', 'new-names', 'new-payment-vendor', 'new-question-kind'].map(
  (name) => `tools/new-field/${name}.test.ts`,
)

/** The tests on a copy of the sources that a usual run leaves out: all but the one that its seed draws. None without a seed. */
export const copiesLeftOut = (seed: number | undefined): readonly string[] =>
  seed === undefined ? [] : ON_A_COPY.filter((_, place) => place !== seed % ON_A_COPY.length)

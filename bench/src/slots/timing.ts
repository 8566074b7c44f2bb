/** Minimum duration of one measurement of our version, in milliseconds. */
const BATCH_MILLISECONDS = 20

/** Reproducible pseudo-random integers below a bound (xorshift32). */
export function randomIntegers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Two versions of a computation. Each returns a number that depends on the result. */
export interface Versions<Question> {
  readonly ours: (question: Question) => number
  readonly luxon: (question: Question) => number
}

/** Milliseconds per run. */
export interface Timing {
  readonly best: number
  readonly median: number
}

let consumed = 0

/** Milliseconds per run, over at least `leastMilliseconds` and full cycles of the questions. */
function time<Question>(
  run: (question: Question) => number,
  questions: readonly Question[],
  leastMilliseconds: number,
): number {
  let runs = 0
  const begin = performance.now()
  for (;;) {
    for (const question of questions) consumed += run(question)
    runs += questions.length
    const elapsed = performance.now() - begin
    if (elapsed >= leastMilliseconds) return elapsed / runs
  }
}

const timingOf = (samples: readonly number[]): Timing => {
  const sorted = samples.toSorted((a, b) => a - b)
  return { best: sorted[0] as number, median: sorted[sorted.length >> 1] as number }
}

/**
 * Times both versions alternately, so that other load affects both equally. Each round times one batch of our
 * version and one run of the other.
 */
export function interleaved<Question>(
  { ours, luxon }: Versions<Question>,
  questions: readonly Question[],
  rounds: number,
): { readonly ours: Timing; readonly luxon: Timing } {
  const oursSamples: number[] = []
  const luxonSamples: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    oursSamples.push(time(ours, questions, BATCH_MILLISECONDS))
    // luxon is slow, so one query per round suffices. The rounds cycle through all queries.
    luxonSamples.push(time(luxon, [questions[round % questions.length] as Question], 0))
  }
  return { ours: timingOf(oursSamples), luxon: timingOf(luxonSamples) }
}

/** Throws if nothing was computed, so that no computation can be optimized away. */
export function assertConsumed(): void {
  if (consumed === 0) throw new Error('nothing was computed')
}

/** A duration for a table, three digits. */
export const milliseconds = (value: number): string => value.toPrecision(3)

/** A number for a table, without a fraction. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en')

/** A seeded source of numbers in `[0, 1)` (mulberry32), so that every run simulates the same day. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Draws from a Poisson distribution, approximated by a normal distribution for a large mean. */
export function poisson(mean: number, random: () => number): number {
  if (mean > 60) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal))
  }
  const floor = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > floor; product *= random()) count += 1
  return count
}

/** Draws a rank from 0 to count-1 with weight 1/(rank+1)^exponent in constant time (alias method). */
export function zipf(count: number, exponent: number, random: () => number): () => number {
  const scaled = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank += 1) {
    scaled[rank] = (rank + 1) ** -exponent
    sum += scaled[rank] as number
  }
  const alias = new Uint32Array(count)
  const small: number[] = []
  const large: number[] = []
  for (let rank = 0; rank < count; rank += 1) {
    scaled[rank] = ((scaled[rank] as number) * count) / sum
    ;((scaled[rank] as number) < 1 ? small : large).push(rank)
  }
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop() as number, large.pop() as number]
    alias[less] = more
    scaled[more] = (scaled[more] as number) + (scaled[less] as number) - 1
    ;((scaled[more] as number) < 1 ? small : large).push(more)
  }
  for (const rank of [...small, ...large]) scaled[rank] = 1
  return () => {
    const rank = Math.floor(random() * count)
    return random() < (scaled[rank] as number) ? rank : (alias[rank] as number)
  }
}

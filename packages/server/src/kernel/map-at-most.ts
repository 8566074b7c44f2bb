/**
 * Maps values with at most `atOnce` calls running; the results have the order of the values. After an error
 * it starts no further call, waits for those that run, and throws the first error.
 */
export async function mapAtMost<Value, Mapped>(
  values: readonly Value[],
  atOnce: number,
  map: (value: Value) => Promise<Mapped>,
): Promise<readonly Mapped[]> {
  const mapped: Mapped[] = []
  const errors: unknown[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < values.length && errors.length === 0) {
      const index = next
      next += 1
      try {
        mapped[index] = await map(values[index] as Value)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, values.length) }, work))
  if (errors.length > 0) throw errors[0]
  return mapped
}

/** What comes of `work` within some milliseconds; nothing where it takes longer, and goes on. */
export async function within<Value>(
  work: Promise<Value>,
  milliseconds: number,
): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), milliseconds)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

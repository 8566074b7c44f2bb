/** Whether a server is ready for requests. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

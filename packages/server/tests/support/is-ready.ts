/** Whether a server is ready for requests, or with `/healthz`, whether it runs. */
export async function isReady(url: string, path = '/readyz'): Promise<boolean> {
  try {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(5_000) })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

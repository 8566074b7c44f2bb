import type { QueryClient } from '@tanstack/react-query'

/** Connects the tabs of this browser that show the dashboard. */
const channel = new BroadcastChannel('holdfast.dashboard')

/** Reloads queries in all tabs of this browser, after a change that no event announces. */
export async function invalidate(client: QueryClient, ...keys: readonly string[]): Promise<void> {
  channel.postMessage(keys)
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** Reloads the queries that other tabs have changed. Returns a function that stops this. */
export function followOtherTabs(client: QueryClient): () => void {
  const listen = ({ data }: MessageEvent<readonly string[]>) => {
    for (const key of data) void client.invalidateQueries({ queryKey: [key] })
  }
  channel.addEventListener('message', listen)
  return () => channel.removeEventListener('message', listen)
}

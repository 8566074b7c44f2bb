import type { QueryClient } from '@tanstack/react-query'

/** The other windows of this browser that show the dashboard. */
const windows = new BroadcastChannel('holdfast.dashboard')

/** Reads again, here and in the other windows of this browser, what was changed and no event tells. */
export async function changed(client: QueryClient, ...keys: readonly string[]): Promise<void> {
  windows.postMessage(keys)
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** Reads again what another window has changed; answers how to stop. */
export function followWindows(client: QueryClient): () => void {
  const listen = ({ data }: MessageEvent<readonly string[]>) => {
    for (const key of data) void client.invalidateQueries({ queryKey: [key] })
  }
  windows.addEventListener('message', listen)
  return () => windows.removeEventListener('message', listen)
}

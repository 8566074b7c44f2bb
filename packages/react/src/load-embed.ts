import type { HoldfastApi } from './element.ts'

declare global {
  interface Window {
    Holdfast?: HoldfastApi
  }
}

const loads = new Map<string, Promise<HoldfastApi>>()

const load = (server: string): Promise<HoldfastApi> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${server}/embed.js`
    script.async = true
    const fail = () => {
      script.remove()
      loads.delete(server)
      reject(new Error(`${script.src} did not load`))
    }
    script.addEventListener('load', () => (window.Holdfast ? resolve(window.Holdfast) : fail()))
    script.addEventListener('error', fail)
    document.head.append(script)
  })

/**
 * Loads `embed.js` from a server, once per page. Rejects if it does not load; the next call tries again. Only a browser
 * can call it.
 */
export function loadEmbed(server: string): Promise<HoldfastApi> {
  // One script serves the elements of all servers.
  if (window.Holdfast) return Promise.resolve(window.Holdfast)
  const loading = loads.get(server) ?? load(server)
  loads.set(server, loading)
  return loading
}

import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Node keeps what it compiled for the next start, which saves a third of its CPU time. In the checkout, where only
// those can write who can also change the modules. A bundle (`.js`) has too few modules to need it.
if (import.meta.url.endsWith('.ts')) {
  const folder = new URL('../../../../node_modules/.cache/holdfast/', import.meta.url)
  enableCompileCache(fileURLToPath(folder))
}

// Not a static import: that would be compiled before the cache is enabled.
const { runServer } = await import('../composition/run-server.ts')
await runServer(process.argv.slice(2))

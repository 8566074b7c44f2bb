import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A registry that npm installs from. */
export interface Registry {
  readonly url: string
  stop(): Promise<void>
}

interface Manifest {
  readonly name: string
  readonly version: string
}

const manifestIn = (tarball: string): Manifest =>
  JSON.parse(
    execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }),
  ) as Manifest

/** Serves the tarballs in a folder by npm's protocol. It has no other packages. */
export async function startRegistry(folder: string): Promise<Registry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    if (path.startsWith('-/') && tarballs.includes(path.slice(2))) {
      response.end(readFileSync(join(folder, path.slice(2))))
      return
    }
    const own = tarballs
      .map((file) => ({ file, manifest: manifestIn(join(folder, file)) }))
      .filter(({ manifest }) => manifest.name === path)
    if (own.length === 0) {
      response.writeHead(404).end('{}')
      return
    }
    const versions = own.map(({ file, manifest }) => {
      const bytes = readFileSync(join(folder, file))
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
      const dist = { integrity, tarball: `${url}-/${file}` }
      return [manifest.version, { ...manifest, dist }] as const
    })
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        name: path,
        'dist-tags': { latest: versions.at(-1)?.[0] },
        versions: Object.fromEntries(versions),
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

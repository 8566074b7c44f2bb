import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ensureSiteBuilt } from '@holdfast/site/build'
import { type BuiltSite, buildSite } from '@holdfast/site/build-site'
import { readOpenApi } from '@holdfast/site/read-openapi'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../support/browser.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** Builds the documentation of this repository in memory. */
export const buildHere = async (): Promise<BuiltSite> =>
  buildSite({ root: ROOT, site: join(ROOT, 'packages/site'), openApi: await readOpenApi() })

/** A server with the built documentation. */
export interface SiteServer {
  readonly server: Cluster
  /** Opens a page at a width, and collects what its console reports and the scripts that it loads. */
  open(path: string, width: number, scheme: 'light' | 'dark'): Promise<OpenedPage>
}

/** An open page of the documentation. */
export interface OpenedPage {
  readonly page: Page
  readonly errors: readonly string[]
  /** The bytes of all scripts and of the search index so far, compressed with gzip. */
  scriptBytes(): Promise<number>
  close(): Promise<void>
}

/** Builds the documentation if its sources have changed, and starts a server with it. */
export async function openSite(): Promise<SiteServer> {
  await ensureSiteBuilt()
  if (!existsSync(join(ROOT, 'packages/site/dist/index.html'))) throw new Error('no built site')
  const server = await startCluster({ engine: 'sqlite', servers: 1 })
  const browser = await sharedBrowser()
  return {
    server,
    open: async (path, width, colorScheme) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      const errors: string[] = []
      const scripts: Promise<number>[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('response', (response) => {
        const isScript = response.url().endsWith('.js')
        const isIndex = response.url().includes('/assets/search')
        if (isScript || isIndex) scripts.push(response.body().then((body) => gzipSync(body).length))
      })
      await page.goto(`${server.url(0)}${path}`, { waitUntil: 'networkidle' })
      const scriptBytes = async () =>
        (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
      return { page, errors, scriptBytes, close: () => context.close() }
    },
  }
}

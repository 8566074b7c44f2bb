import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const pages = readdirSync(root).filter((name) => name.endsWith('.html'))

/** Scripts that are known by their name: sites name the one, and the browser renews the other. */
const OWN_NAMES: ReadonlySet<string> = new Set(['embed', 'release-holds'])

/**
 * Builds one entry per page. Each HTML file names all scripts and styles that its page needs, so the
 * browser loads them in parallel. Nothing is inlined, since the pages' Content Security Policy forbids
 * inline scripts and styles.
 */
export default defineConfig({
  root,
  base: '/',
  appType: 'mpa',
  publicDir: 'public',
  logLevel: 'warn',
  plugins: [react()],
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(pages.map((name) => [name.replace('.html', ''), root + name])),
        embed: `${root}src/embed/embed.ts`,
        'release-holds': `${root}src/release-holds/release-holds.ts`,
      },
      output: {
        entryFileNames: ({ name }) =>
          OWN_NAMES.has(name) ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
})

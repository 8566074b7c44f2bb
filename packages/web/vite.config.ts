import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
/** The pages of bookers, and the dashboard: two builds, which share no file. */
const PAGES = {
  booker: readdirSync(root).filter((name) => name.endsWith('.html') && name !== 'dashboard.html'),
  staff: ['dashboard.html'],
} as const

/**
 * React for the pages of bookers: Preact has the same components, hooks and forms in 8 kB, where React takes 58 of the
 * 90 kB that a phone loads before the first times. The dashboard keeps React, which its libraries are made for.
 */
const PREACT = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': `${root}src/preact-root.ts`,
  'react-dom': 'preact/compat',
  react: 'preact/compat',
} as const

/** A script that the booking page runs before its others have loaded. */
const EARLY_CALL = 'early-call'

/** Scripts of their own, which are built with the pages of bookers. */
const SCRIPTS = {
  [EARLY_CALL]: `${root}src/booking/early-call.ts`,
  embed: `${root}src/embed/embed.ts`,
  'release-holds': `${root}src/release-holds/release-holds.ts`,
} as const

/** Scripts that are known by their name: sites name the one, and the browser renews the other. */
const OWN_NAMES: ReadonlySet<string> = new Set(['embed', 'release-holds'])

/**
 * The scripts that pages share, in a few files. Without groups, each set of pages gets a file for what only it
 * shares: 22 for the booking page, whose headers and separate compression take 9 kB more.
 */
const SHARED_SCRIPTS = [
  {
    // What the call for the times needs, which begins before the rest has loaded.
    name: 'early',
    priority: 4,
    test: /src\/(?:booking\/prefill|shared\/(?:(?:page|base)-path|input-formats|api\/early-answer|slots\/event-type-call|time\/(?:zone-table|zone-offsets|zones|dates)))/,
  },
  {
    name: 'core',
    priority: 3,
    test: /node_modules\/(?:react|react-dom|scheduler|preact)\/|vite\/preload-helper|src\/preact-root|src\/shared\/(?:i18n|format|language\.|load-language|initial-language|plurals|preferences|messages|mount-page|error-boundary|tokens|opened-dates|host-page|tab-storage|ui\/(?:button|notice|frame|card|skeleton|color-mark|language-select|time-selects)|time\/weekdays)/,
  },
  {
    name: 'api',
    priority: 2,
    // Only the dashboard reads the event stream.
    test: /node_modules\/openapi-fetch\/|packages\/client\/src\/(?!event-stream)|src\/shared\/(?:api\/|problem-messages|use-loaded|ui\/(?:failure-notice|field))/,
  },
  {
    name: 'times',
    priority: 1,
    test: /src\/shared\/(?:slots\/|time\/(?!zone-field|zone-search)|ui\/choices|proof-of-work\/with)/,
  },
  {
    name: 'booking-page',
    priority: 1,
    // What the first step of the booking page needs. Its other parts load later, and share some of it.
    test: /src\/booking\/(?:booking-page|current-step|choose-step|about|(?:duration|candidate|seats)-choice|messages|kept-(?:hold|form|booked)|booking-(?:calls|issue)|use-booking|use-extras|first-look|use-host-news|use-signed-in)/,
  },
  {
    name: 'steps',
    priority: 1,
    // The steps after the first, which load later. The code for payments shares the countdown.
    test: /src\/booking\/(?:steps|step-messages|details-step|done-step|countdown|use-(?:series|more-fields))|src\/shared\/(?:signed-in|details-form|phone-field|time-range|assignment-facts)/,
  },
  {
    name: 'carried',
    priority: 1,
    // What only some bookings have: the booking page loads it with its own code for them.
    test: /src\/shared\/(?:money|price|pay-address|location|redirect|leave)/,
  },
]

/**
 * Puts a notice into every page, which its scripts replace. It appears if they fail to load. It is in both
 * languages, since only a script knows the reader's.
 */
const bootNotice = (): Plugin => ({
  name: 'boot-notice',
  transformIndexHtml: (html) =>
    html.replace('</title>', '</title>\n    <script async src="/boot.js"></script>').replace(
      '<div id="root"></div>',
      `<div id="root">
      <div class="boot">
        <p>This page didn't load.</p>
        <p lang="de">Diese Seite wurde nicht geladen.</p>
        <p class="sandboxed">The site shows it in a sandboxed frame without allow-same-origin.</p>
        <p class="sandboxed" lang="de">Die Website zeigt sie in einem Sandbox-Frame ohne allow-same-origin.</p>
        <button type="button">Try again · <span lang="de">Erneut versuchen</span></button>
      </div>
    </div>`,
    ),
})

/**
 * Names the early script in the booking page. It is asynchronous: other module scripts wait for all styles. The page imports it too, so
 * it never runs after the page.
 */
const earlyCall = (): Plugin => ({
  name: 'early-call',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename, bundle = {} }) => {
      if (!filename.endsWith('/booking.html')) return html
      const script = Object.values(bundle).find(({ name }) => name === EARLY_CALL)
      if (script === undefined) throw new Error(`the script ${EARLY_CALL} is missing`)
      const src = `/${script.fileName}`
      const attrs = { type: 'module', async: true, src }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' as const }]
    },
  },
})

/**
 * Encloses `embed.js`, which sites load as a classic script: its names must not become theirs. It fails if the script
 * shares code with the pages, which it would have to import.
 */
const ownScope = (): Plugin => ({
  name: 'own-scope',
  generateBundle(_, bundle) {
    const script = bundle['embed.js']
    if (script?.type !== 'chunk') throw new Error('embed.js is missing')
    const { imports, dynamicImports, exports, code } = script
    if (imports.length + dynamicImports.length + exports.length > 0) {
      throw new Error(`embed.js has to stand alone, but imports ${[...imports, ...dynamicImports]}`)
    }
    script.code = `(()=>{${code.trimEnd()}})();\n`
  },
})

/**
 * Builds one entry per page. Each HTML file names all scripts and styles that its page needs, so the
 * browser loads them in parallel. Nothing is inlined, since the pages' Content Security Policy forbids
 * inline scripts and styles.
 */
export default defineConfig(({ mode }) => ({
  root,
  base: '/',
  // A server may be mounted below a path. It adds that to the links in HTML, so only these begin at the root.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  appType: 'mpa',
  publicDir: 'public',
  logLevel: 'warn',
  plugins: [react(), bootNotice(), ...(mode === 'staff' ? [] : [earlyCall(), ownScope()])],
  resolve: { alias: mode === 'staff' ? {} : PREACT },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(
          PAGES[mode === 'staff' ? 'staff' : 'booker'].map((name) => [
            name.replace('.html', ''),
            root + name,
          ]),
        ),
        ...(mode === 'staff' ? {} : SCRIPTS),
      },
      output: {
        entryFileNames: ({ name }) =>
          OWN_NAMES.has(name) ? '[name].js' : 'assets/[name]-[hash].js',
        codeSplitting: { groups: SHARED_SCRIPTS },
      },
    },
  },
}))

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from './build.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-client-package-'))
  buildClient(folder)
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('the package contains JavaScript with types and no TypeScript sources', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    name: '@holdfast/client',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  })
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder })
  const [{ files }] = JSON.parse(packed.toString()) as [{ files: readonly { path: string }[] }]
  const paths = files.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.d.ts', 'index.js']))
  expect(paths.filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([])
})

test('Node runs the package without a build', () => {
  const script = join(folder, 'run.mjs')
  writeFileSync(
    script,
    `import { createClient, HoldfastError } from './index.js'
const answer = new Response(JSON.stringify({ data: [], nextCursor: null }), {
  headers: { 'content-type': 'application/json' },
})
const client = createClient({ baseUrl: 'http://localhost', apiKey: 'hf_x', fetch: async (request) => {
  console.log(request.method, request.url, request.headers.get('authorization'))
  return answer
} })
const { data } = await client.GET('/v1/providers')
console.log(JSON.stringify(data), HoldfastError.name)
`,
  )
  const printed = execFileSync(process.execPath, [script], { encoding: 'utf8' })
  expect(printed).toBe(
    'GET http://localhost/v1/providers Bearer hf_x\n{"data":[],"nextCursor":null} HoldfastError\n',
  )
})

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { SIZES } from '../src/function-sizes.ts'

const run = promisify(execFile)
const APP = fileURLToPath(new URL('../src/app.ts', import.meta.url))
/** A proxy that does not exist, so every network request fails. */
const NO_NETWORK = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' }

const synthesize = (folder: string, context: object) =>
  run(process.execPath, [APP], {
    env: {
      PATH: process.env.PATH,
      // Spares most of the seconds that the CDK takes to load.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...NO_NETWORK,
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
    },
  })

test('both stacks are synthesized without network and account, with a bundle per function', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-synth-'))
  try {
    await synthesize(folder, { stage: 'test' })
    const files = await readdir(folder, { recursive: true })
    expect(files.filter((file) => file.endsWith('.template.json')).sort()).toEqual([
      'Holdfast-test-data.template.json',
      'Holdfast-test.template.json',
    ])
    const bundles = files.filter((file) => /^asset\.\w+\/index\.mjs$/.test(file))
    // The mails function needs a sender and the mirrors function a vendor. This context has neither.
    expect(bundles).toHaveLength(Object.keys(SIZES).length - 2)
    const maps = await Promise.all(
      bundles.map((file) => readFile(join(folder, `${file}.map`), 'utf8')),
    )
    for (const map of maps) expect(JSON.parse(map)).toMatchObject({ version: 3 })
    // The calendar file worker.
    expect(files.filter((file) => file.endsWith('/ical-worker.mjs'))).toHaveLength(2)
    expect(files.filter((file) => file.endsWith('/photo-worker.mjs'))).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('an invalid setting prints one sentence and creates no stacks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-synth-'))
  try {
    await expect(synthesize(folder, { stage: 'Prod!' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^context stage is "Prod!"; it must be/m),
    })
    const files = await readdir(folder)
    expect(files.filter((file) => file.endsWith('.template.json'))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

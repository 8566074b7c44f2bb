import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { SIZES } from '../src/functions.ts'

const run = promisify(execFile)
const APP = fileURLToPath(new URL('../src/app.ts', import.meta.url))
/** A proxy that is not there: whoever asks the network fails. */
const NO_NETWORK = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' }

const synthesise = (folder: string, context: object) =>
  run(process.execPath, [APP], {
    env: {
      PATH: process.env.PATH,
      ...NO_NETWORK,
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
    },
  })

test('without network and account, both stacks come out with a bundle for each function', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-synth-'))
  try {
    await synthesise(folder, { stage: 'test' })
    const files = await readdir(folder, { recursive: true })
    expect(files.filter((file) => file.endsWith('.template.json')).sort()).toEqual([
      'Holdfast-test-data.template.json',
      'Holdfast-test.template.json',
    ])
    const bundles = files.filter((file) => /^asset\.\w+\/index\.mjs$/.test(file))
    // Without a mail sender there is no function for mails, and without a vendor none for mirrors.
    expect(bundles).toHaveLength(Object.keys(SIZES).length - 2)
    const maps = await Promise.all(
      bundles.map((file) => readFile(join(folder, `${file}.map`), 'utf8')),
    )
    for (const map of maps) expect(JSON.parse(map)).toMatchObject({ version: 3 })
    // The thread that reads calendar files, and the parts of the API's documentation page.
    expect(files.filter((file) => file.endsWith('/ical-worker.mjs'))).toHaveLength(2)
    expect(files.filter((file) => file.endsWith('/swagger-ui-bundle.js'))).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a wrong setting ends it with a sentence, and without stacks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-synth-'))
  try {
    await expect(synthesise(folder, { stage: 'Prod!' })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^context stage is "Prod!"; it must be/m),
    })
    const files = await readdir(folder)
    expect(files.filter((file) => file.endsWith('.template.json'))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

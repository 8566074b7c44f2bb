import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { faultsOf } from '../../packages/server/tests/support/package-faults.ts'
import { buildReact } from './build.ts'

// The compiler takes seconds, and more on a busy machine.
const BUSY_MILLISECONDS = 120_000

test(
  'the React package has types for every compiler, and names no Node',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-react-package-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    buildReact(folder)
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      name: '@holdfast/react',
      main: './index.js',
      types: './index.d.ts',
      peerDependencies: { react: '>=18' },
      publishConfig: { access: 'public' },
    })
    expect(manifest).not.toHaveProperty('engines')
    expect(await faultsOf(folder)).toEqual([])
  },
  BUSY_MILLISECONDS,
)

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { OTHER_DOCUMENTS } from '../../packages/site/src/content/navigation.ts'
import { codeBlockTables, withTables } from './table.ts'

test('docs/testing.md counts the code blocks as they are', () => {
  const document = readFileSync('docs/testing.md', 'utf8')
  expect(withTables(document, codeBlockTables('.'))).toBe(document)
})

test('a block counts as run only if a test runs its document', () => {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-code-blocks-'))
  try {
    for (const path of [...OTHER_DOCUMENTS, 'docs/a.md', 'packages/one/README.md']) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), '')
    }
    writeFileSync(join(root, 'packages/client/README.md'), '```ts skip="A fragment."\nx\n```\n')
    writeFileSync(join(root, 'docs/a.md'), '```sh run\ntrue\n```\n```json\n{}\n```\n')
    writeFileSync(join(root, 'packages/one/README.md'), '```sh run\ntrue\n```\n')
    expect(codeBlockTables(root).split('\n').slice(2)).toEqual([
      '| the documents in `docs` | 1 | 1 | 0 |',
      '| the read-mes of packages | 2 | 0 | 1 |',
      '| the read-mes of examples | 0 | 0 | 0 |',
      '| the read-me and other documents of the project | 0 | 0 | 0 |',
      '| all | 3 | 1 | 1 |',
      '',
      '| document | why a block is not run | blocks |',
      '| --- | --- | --- |',
      '| `packages/client/README.md` | A fragment. | 1 |',
    ])
  } finally {
    rmSync(root, { recursive: true })
  }
})

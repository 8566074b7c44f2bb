import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeBlocks, isSilent } from './code-blocks.ts'
import { documentSources } from './documents.ts'
import { isDecision } from './navigation.ts'

const ROOT = join(import.meta.dirname, '../../../..')

describe('the code of a document', () => {
  test('is read with its line, language and mark, without the indentation of its fence', () => {
    const text = 'a\n```sh run\necho 1\n```\n\n  ```ts skip="Needs a browser."\n  x()\n  ```\n'
    expect(codeBlocks(text)).toEqual([
      { line: 2, language: 'sh', code: 'echo 1', isRun: true },
      { line: 6, language: 'ts', code: 'x()', isRun: false, skip: 'Needs a browser.' },
    ])
  })

  test('is silent if it could be run and has neither a mark nor a placeholder', () => {
    const silent = codeBlocks('```sh\nnpm test\n```\n```json\n{}\n```\n```sh\nget ety_…\n```\n')
    expect(silent.map(isSilent)).toEqual([true, false, false])
  })
})

test('every command and sample of the documents is run by a test or says why not', () => {
  // Decisions and the changelog tell what was so at their time.
  const sources = documentSources(ROOT).filter(
    (source) => !isDecision(source) && source !== 'CHANGELOG.md',
  )
  const silent = sources.flatMap((source) =>
    codeBlocks(readFileSync(join(ROOT, source), 'utf8'))
      .filter(isSilent)
      .map(({ line }) => `${source}:${line}`),
  )
  expect(silent).toEqual([])
})

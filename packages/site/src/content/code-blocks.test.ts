import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { codeBlocks, isSilent, runnerOf } from './code-blocks.ts'
import { codeSources } from './documents.ts'

const ROOT = join(import.meta.dirname, '../../../..')

describe('the code of a document', () => {
  test('is read with its line, language and mark, without the indentation of its fence', () => {
    const text = 'a\n```sh run\necho 1\n```\n\n  ```ts skip="Needs a browser."\n  x()\n  ```\n'
    expect(codeBlocks(text)).toEqual([
      { line: 2, language: 'sh', code: 'echo 1', isRun: true },
      { line: 6, language: 'ts', code: 'x()', isRun: false, skip: 'Needs a browser.' },
    ])
  })

  test('is silent if it could be run and is not marked', () => {
    const silent = codeBlocks(
      '```sh\nnpm test\n```\n```json\n{}\n```\n```html skip="Why."\n<a>\n```\n',
    )
    expect(silent.map(isSilent)).toEqual([true, false, false])
  })
})

const blocks = codeSources(ROOT).flatMap((source) =>
  codeBlocks(readFileSync(join(ROOT, source), 'utf8')).map((block) => ({ source, block })),
)
const placeOf = ({ source, block }: (typeof blocks)[number]) => `${source}:${block.line}`

test('every command and sample of the documents is run by a test or says why not', () => {
  expect(blocks.filter(({ block }) => isSilent(block)).map(placeOf)).toEqual([])
})

const COMMAND =
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|curl|git|docker|kubectl|aws|export|systemctl|mkdir|psql) /m

test('no command is in a block without a language, which could not say whether a test runs it', () => {
  const markdown = new MarkdownIt()
  const hidden = codeSources(ROOT).flatMap((source) =>
    markdown
      .parse(readFileSync(join(ROOT, source), 'utf8'), {})
      .filter(({ type, info }) => type === 'code_block' || (type === 'fence' && info === ''))
      .filter(({ content }) => COMMAND.test(content))
      .map(({ map }) => `${source}:${(map?.[0] ?? 0) + 1}`),
  )
  expect(hidden).toEqual([])
})

test('every block that is marked as run has a test that runs blocks of its document', () => {
  const run = blocks.filter(({ block }) => block.isRun)
  expect(run.length).toBeGreaterThan(30)
  expect(
    run.filter(({ source, block }) => runnerOf(source, block) === undefined).map(placeOf),
  ).toEqual([])
})

test('the test files that the reasons name exist', () => {
  const isMissing = (file: string) =>
    globSync(`{.,packages/*,packages/*/src}/${file}`, { cwd: ROOT }).length === 0
  const missing = blocks.flatMap(({ source, block: { line, skip = '' } }) =>
    [...skip.matchAll(/[\w/.-]+\.test\.ts/g)]
      .map(([file]) => file)
      .filter(isMissing)
      .map((file) => `${source}:${line} ${file}`),
  )
  expect(missing).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { linksLeadSomewhere, namedPathsExist, treeOf } from './link-checks.ts'
import { markdownAnchors } from './markdown.ts'

const GUIDE = `# Guide

## What it *promises*

## \`npm run doctor\`, in short

## Again

## Again

## [Linked](other.md) – and dashed

<a id="by-hand"></a>

\`\`\`md
## Not a heading
\`\`\`
`

const tree = treeOf(
  ['README.md', 'docs/guide.md', 'docs/images/week.png', 'docs/adr/0001-layout.md', 'tools/run.ts'],
  [
    { path: 'docs/guide.md', text: GUIDE },
    { path: 'tools/run.ts', text: 'run()\n' },
  ],
)

const check = linksLeadSomewhere(tree)

const linesOf = (path: string, text: string): readonly number[] =>
  check.find({ path, text }).map(({ line }) => line)

describe('a broken link is found, on its line', () => {
  test.each([
    ['a file that is not there', 'README.md', '[x](docs/missing.md)'],
    ['an image that is not there', 'README.md', '![A week](docs/images/month.png)'],
    ['an image inside a link', 'README.md', '[![A week](docs/images/month.png)](docs/guide.md)'],
    ['a link around an image', 'README.md', '[![A week](docs/images/week.png)](docs/missing.md)'],
    ['a path from the wrong folder', 'docs/guide.md', '[x](docs/guide.md)'],
    ['a path that leaves the repository', 'README.md', '[x](../other/README.md)'],
    ['a path from the root of a site', 'README.md', '[x](/docs/guide.md)'],
    ['a name in another case', 'README.md', '[x](docs/Guide.md)'],
    ['a heading that is not there', 'README.md', '[x](docs/guide.md#promises)'],
    ['a heading that is not in this file', 'docs/guide.md', '[x](#settings)'],
    ['a heading that repeats less often', 'README.md', '[x](docs/guide.md#again-2)'],
    ['a heading in a code block', 'README.md', '[x](docs/guide.md#not-a-heading)'],
    ['a line of code, which moves', 'README.md', '[x](tools/run.ts#L1)'],
    ['a target with a title', 'README.md', '[x](docs/missing.md "Title")'],
    ['a target in angle brackets', 'README.md', '[x](<docs/missing.md>)'],
    ['a text with code in it', 'README.md', '[`run`](tools/missing.ts)'],
    ['a reference to a missing file', 'README.md', '[guide]: docs/missing.md'],
    ['a reference that is not defined', 'README.md', '[x][guide]'],
    ['a link in HTML', 'README.md', '<a href="docs/missing.md">x</a>'],
    ['an image in HTML', 'README.md', '<img alt="" src="docs/missing.png">'],
    [
      'a link after a code block in a list',
      'README.md',
      '- a\n\n  ```\n  x\n  ```\n\n[x](missing.md)',
    ],
  ])('%s', (_what, path, line) => {
    const text = `# Title – 日本\n\n${line}\n`
    expect(linesOf(path, text)).toEqual([text.trimEnd().split('\n').length])
  })

  test('each of several links on several lines', () => {
    const text = 'a [x](a.md) and [y](docs/guide.md)\n\n| [z](b.md) | [w](c.md) |\n'
    expect(linesOf('README.md', text)).toEqual([1, 3, 3])
  })
})

describe('a link that leads somewhere is left alone', () => {
  test.each([
    ['a file', 'README.md', '[x](docs/guide.md)'],
    ['a file in a folder above', 'docs/adr/0001-layout.md', '[x](../../README.md)'],
    ['a folder', 'README.md', '[x](docs/images) and [y](docs/images/)'],
    ['an image', 'docs/guide.md', '![A week](images/week.png)'],
    ['a heading with emphasis', 'README.md', '[x](docs/guide.md#what-it-promises)'],
    ['a heading with code and a comma', 'README.md', '[x](docs/guide.md#npm-run-doctor-in-short)'],
    ['a heading that repeats', 'README.md', '[x](docs/guide.md#again) [y](docs/guide.md#again-1)'],
    ['a heading with a link and a dash', 'README.md', '[x](docs/guide.md#linked--and-dashed)'],
    ['an anchor named by hand', 'README.md', '[x](docs/guide.md#by-hand)'],
    ['a heading of this file', 'README.md', '# Title\n\n[x](#title)'],
    ['a file of code', 'README.md', '[x](tools/run.ts)'],
    [
      'a page elsewhere',
      'README.md',
      '[x](https://example.com/missing.md#a) <https://example.com>',
    ],
    ['a mail address', 'README.md', '[x](mailto:someone@example.com)'],
    ['a reference that is defined', 'README.md', '[x][the guide]\n\n[The guide]: docs/guide.md'],
    ['code', 'README.md', '`[x](missing.md)` and ``[`y`](missing.md)``'],
    ['code over two lines', 'README.md', '`[x](missing.md)\nand on` text'],
    ['a code block', 'README.md', '```md\n[x](missing.md)\n```'],
    ['a code block in a code block', 'README.md', '````md\n```\n[x](missing.md)\n```\n````'],
    ['a comment', 'README.md', '<!-- [x](missing.md) -->'],
    ['a list of tasks', 'README.md', '- [ ] open\n- [x] done'],
  ])('%s', (_what, path, text) => {
    expect(check.find({ path, text })).toEqual([])
  })
})

test('the finding names the target and what is wrong with it', () => {
  expect(check.find({ path: 'README.md', text: '[x](docs/guide.md#settings)' })).toEqual([
    { line: 1, what: 'docs/guide.md#settings: docs/guide.md has no heading for it' },
  ])
})

test('only Markdown files are looked at', () => {
  expect(['README.md', 'docs/guide.md', 'tools/run.ts'].map((path) => check.applies(path))).toEqual(
    [true, true, false],
  )
})

describe('a path in a code span', () => {
  const paths = namedPathsExist(tree)
  const found = (text: string) => paths.find({ path: 'docs/guide.md', text })

  test.each(['`docs/missing.md`', '`npx vitest run docs/missing`', '``docs/images/month.png``'])(
    '%s is found if it is not there',
    (code) => {
      expect(found(`A\n\nB ${code} C\n`).map(({ line }) => line)).toEqual([3])
    },
  )

  test.each([
    ['a file', '`docs/guide.md`'],
    ['a folder', '`docs/images` and `docs/images/`'],
    ['the beginning of paths in a command', '`npx vitest run docs/adr/0001`'],
    ['a built folder', '`packages/client/dist`'],
    ['a path with a placeholder', '`packages/server/src/adapters/<name>`'],
    ['a path from elsewhere', '`adapters/http/missing.ts` and `example.com/docs/missing.md`'],
    ['a code block', '```\ndocs/missing.md\n```'],
    ['plain text', 'docs/missing.md'],
  ])('%s is left alone', (_what, text) => {
    expect(found(text)).toEqual([])
  })

  test('the changelog and decision records may name what is gone', () => {
    const applied = ['CHANGELOG.md', 'docs/adr/0001-layout.md', 'docs/guide.md', 'tools/run.ts']
    expect(applied.filter((path) => paths.applies(path))).toEqual(['docs/guide.md'])
  })
})

test('anchors are those that the repository host derives', () => {
  expect([...markdownAnchors(GUIDE)]).toEqual([
    'guide',
    'what-it-promises',
    'npm-run-doctor-in-short',
    'again',
    'again-1',
    'linked--and-dashed',
    'by-hand',
  ])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentSources } from '../../packages/site/src/content/documents.ts'
import { renderMarkdown } from '../../packages/site/src/render/markdown.ts'
import { markdownAnchors } from '../tidy/markdown.ts'

test('the site gives every heading the anchor that the repository host gives it', () => {
  const different = documentSources(process.cwd()).flatMap((source) => {
    const text = readFileSync(source, 'utf8')
    const { headings } = renderMarkdown(text, (target) => target)
    const expected = markdownAnchors(text)
    return headings.filter(({ id }) => !expected.has(id)).map(({ id }) => `${source}#${id}`)
  })
  expect(different).toEqual([])
})

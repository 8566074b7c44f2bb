import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

const same = (target: string): string => target

test('the first heading is the title, and others have the anchors of the repository host', () => {
  const text = '# Title\n\n## A `code` & b\n\n## Title\n\n### Twice\n\n### Twice\n'
  const { title, headings, html } = renderMarkdown(text, same)
  expect(title).toBe('Title')
  expect(headings.map(({ id }) => id)).toEqual(['a-code--b', 'title-1', 'twice', 'twice-1'])
  expect(html).not.toContain('<h1')
})

test('a link to a file that the site does not have becomes text with its path', () => {
  const { html } = renderMarkdown('See [the code](../src/x.ts) and [more](more.md).', (target) =>
    target === 'more.md' ? '/docs/more' : undefined,
  )
  expect(html).toBe(
    '<p>See <span title="../src/x.ts in the repository">the code</span> and <a href="/docs/more">more</a>.</p>\n',
  )
})

test('code is escaped and colored, whatever follows its language', () => {
  const { html } = renderMarkdown('```sh run\ncurl "<$X>" # why\n```\n', same)
  expect(html).toContain(
    '<code class="language-sh"><span class="k">curl</span> <span class="s">&quot;&lt;$X&gt;&quot;</span> <span class="c"># why</span></code>',
  )
})

test('the search gets the text of each section', () => {
  const { sections } = renderMarkdown('# T\n\nFirst.\n\n## Next\n\nSecond\nline.\n', same)
  expect(sections).toEqual([
    { id: '', heading: '', text: 'First. ' },
    { id: 'next', heading: 'Next', text: 'Second line. ' },
  ])
})

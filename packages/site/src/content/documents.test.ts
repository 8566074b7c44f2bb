import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenLinks, documentSources, readDocuments } from './documents.ts'
import { navigationOf, pageNameOf } from './navigation.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** Pages that are not documents, but generated. */
const GENERATED = ['index', 'decisions', 'api', 'errors']

test('every link between documents leads to a page and a heading of the site', () => {
  const { pages, images, missing } = readDocuments(ROOT)
  const html = new Map([
    ...pages.map(({ name, html: text }) => [name, text] as const),
    ...GENERATED.map((name) => [name, ''] as const),
  ])
  expect([...missing, ...brokenLinks(html, new Set(images.values()))]).toEqual([])
})

test('a link to a heading that its page does not have is found', () => {
  const pages = new Map([
    [
      'one',
      '<a href="/docs/two#there">x</a><a href="/docs/two#gone">x</a><a href="/docs/three">x</a>',
    ],
    ['two', '<h2 id="there">x</h2>'],
  ])
  expect(brokenLinks(pages, new Set())).toEqual([
    { page: 'one', href: '/docs/two#gone' },
    { page: 'one', href: '/docs/three' },
  ])
})

test('the documents outside the folder exist, and all pages have different names', () => {
  const sources = documentSources(ROOT)
  expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([])
  expect(new Set(sources.map(pageNameOf)).size).toBe(sources.length)
})

test('the navigation has a document that no part names', () => {
  const parts = navigationOf(['docs/concepts.md', 'docs/unheard-of.md', 'docs/adr/0001-layout.md'])
  expect(parts.flatMap(({ documents }) => documents)).toEqual([
    'docs/concepts.md',
    'docs/unheard-of.md',
  ])
})

test('each example has a page, which a link to its folder leads to', () => {
  const { pages } = readDocuments(ROOT)
  const list = pages.find(({ name }) => name === 'examples')
  expect(list?.html).toContain('<a href="/docs/examples/guest-house">guest-house</a>')
  const examples = navigationOf(documentSources(ROOT)).find(({ title }) => title === 'Examples')
  expect(examples?.documents.slice(0, 1)).toEqual(['examples/README.md'])
  expect(examples?.documents).toContain('examples/guest-house/README.md')
})

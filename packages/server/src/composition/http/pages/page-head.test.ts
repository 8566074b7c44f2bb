import { expect, test } from 'vitest'
import { withHead } from './page-head.ts'

const HTML = '<head>\n    <title>Book a time</title>\n  </head>'

test('a page names its subject in its title and to sites that link to it', () => {
  const head = { title: 'Check-up · Ada', description: 'Teeth and gums' }
  expect(withHead(HTML, head, 'https://example.com/ada/check-up')).toBe(`<head>
    <title>Check-up · Ada</title>
    <meta name="description" content="Teeth and gums" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="Check-up · Ada" />
    <meta property="og:description" content="Teeth and gums" />
    <meta property="og:url" content="https://example.com/ada/check-up" />
  </head>`)
})

test('a name cannot add HTML to the page', () => {
  const title = '</title><script>alert("1")</script>$&'
  expect(withHead(HTML, { title }, undefined)).toBe(`<head>
    <title>&#60;/title&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;$&#38;</title>
    <meta property="og:type" content="website" />
    <meta property="og:title" content="&#60;/title&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;$&#38;" />
  </head>`)
})

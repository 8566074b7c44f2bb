import { expect, test } from 'vitest'
import { type PhotosFrom, withHead, withLook } from './page-head.ts'

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

const PAGE = `<html lang="en">
  <head>
    <title>Find a provider</title>
    <meta name="description" content="Choose a provider." />
    <meta property="og:title" content="Find a provider" />
    <link rel="icon" href="/favicon.svg" />
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`
const BRAND = { name: 'Lake & Co', color: '#ffcc00', logoUrl: 'https://example.com/a.svg?"<' }

test('a page has the brand of its account above its content, its color and its language', () => {
  expect(
    withHead(PAGE, { brand: BRAND, locale: 'de' }, undefined),
  ).toBe(`<html lang="de" data-locale="de">
  <head>
    <title>Find a provider</title>
    <link rel="stylesheet" href="/brand-ffcc00.css" />
    <meta name="description" content="Choose a provider." />
    <meta property="og:title" content="Find a provider" />
    <link rel="icon" href="/favicon.svg" />
  </head>
  <body>
    <header class="brand"><img src="https://example.com/a.svg?&#34;&#60;" alt="" /><span dir="auto">Lake &#38; Co</span></header>
    <div id="root"></div>
  </body>
</html>`)
})

test('a page shows what is booked before any script runs, whatever its name contains', () => {
  const firstLook = { title: 'Cut & <b>color</b>', by: 'Ada', description: undefined }
  expect(withHead(PAGE, { title: 'Cut', firstLook }, undefined)).toContain(`<div id="root">
      <main class="first-look"><header><p dir="auto">Ada</p><h1 dir="auto">Cut &#38; &#60;b&#62;color&#60;/b&#62;</h1></header></main></div>`)
  const stays = withHead(PAGE, { firstLook: { ...firstLook, isOfNights: true } }, undefined)
  expect(stays).toContain('<main class="first-look of-nights">')
  const pageWith = (photosFrom: PhotosFrom, isEmbedded: boolean) =>
    withHead(PAGE, { title: 'Cut', firstLook, photosFrom }, undefined, isEmbedded)
  const place = '</h1><div class="photos"></div></header>'
  const here = { here: true, elsewhere: false }
  const elsewhere = { here: false, elsewhere: true }
  expect(pageWith(here, false)).toContain(place)
  expect(pageWith(here, true)).toContain(place)
  expect(pageWith(elsewhere, false)).toContain(place)
  expect(pageWith(elsewhere, true)).not.toContain(place)
})

test('a page in a language from right to left says so before any script runs', () => {
  expect(withHead(PAGE, { locale: 'ar' }, undefined)).toMatch(
    /^<html lang="ar" dir="rtl" data-locale="ar">/,
  )
})

test('an embedded page takes only the color of the brand', () => {
  const html = withHead(PAGE, { brand: BRAND }, undefined, true)
  expect(html).toContain('/brand-ffcc00.css')
  expect(html).not.toContain('class="brand"')
})

test('the title of a subject replaces the tags that the page has about itself', () => {
  const html = withHead(PAGE, { title: 'Lakeside' }, undefined)
  expect(html.match(/og:title/g)).toHaveLength(1)
  expect(html).toContain('<meta property="og:title" content="Lakeside" />')
  expect(html).not.toContain('Choose a provider.')
})

const NO_LOOK = { color: undefined, theme: undefined }

test('the site around a page chooses its color and theme, of any account', () => {
  expect(withLook({ brand: BRAND, locale: 'de' }, { color: 'AA3366', theme: 'dark' })).toEqual({
    brand: { ...BRAND, color: '#aa3366' },
    locale: 'de',
    theme: 'dark',
  })
  const head = withLook({ locale: 'de' }, { color: 'aa3366', theme: 'dark' })
  const html = withHead(PAGE, head, undefined, true)
  expect(html).toContain('<link rel="stylesheet" href="/brand-aa3366.css" />')
  expect(html).toContain('<html lang="de" data-theme="dark" data-locale="de">')
  expect(html).not.toContain('class="brand"')
})

test.each([undefined, '', 'red', '#aa3366', 'aa336', 'aa3366"/>', 'aa3366\n'])(
  'the color %j keeps that of the brand',
  (color) => {
    expect(withLook({ brand: BRAND }, { ...NO_LOOK, color })).toEqual({ brand: BRAND })
  },
)

test.each([undefined, '', 'Dark', 'dark" onload="x'])('the theme %j changes nothing', (theme) => {
  expect(withLook({ brand: BRAND }, { ...NO_LOOK, theme })).toEqual({ brand: BRAND })
})

test('a page leads browsers without scripts to the page that needs none, unless it is embedded', () => {
  const page = '<noscript>This page needs JavaScript.</noscript>'
  const head = { plainPage: '../v1/plain/ada/visit?a=1&b' }
  expect(withHead(page, head, undefined)).toBe(
    '<noscript><meta http-equiv="refresh" content="0; url=../v1/plain/ada/visit?a=1&#38;b" /><a href="../v1/plain/ada/visit?a=1&#38;b">Book without JavaScript</a></noscript>',
  )
  expect(withHead(page, { ...head, locale: 'de' }, undefined)).toContain('>Ohne JavaScript buchen<')
  expect(withHead(page, head, undefined, true)).toBe(page)
  expect(withHead(page, {}, undefined)).toBe(page)
})

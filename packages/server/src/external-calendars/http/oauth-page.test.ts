import { expect, test } from 'vitest'
import type { Connection } from '../connections/connection.ts'
import { signInPage } from './oauth-page.ts'

test('what a vendor says of its account is text on the page, and nothing else', () => {
  const label = `<img src=x onerror="alert('1')">&`
  const connection = { label } as Connection
  const { body } = signInPage('google', { kind: 'connected', connection })
  expect(body).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;')
  expect(body).not.toContain('<img')
})

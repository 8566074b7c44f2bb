import { expect, test } from 'vitest'
import type { Connection } from '../connections/connection.ts'
import { signInPage } from './oauth-page.ts'

test('the account name from a vendor is escaped on the page', () => {
  const label = `<img src=x onerror="alert('1')">&`
  const connection = { label } as Connection
  const { body } = signInPage('google', { kind: 'connected', connection }, { isSecure: true })
  expect(body).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;')
  expect(body).not.toContain('<img')
})

import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './tokens.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { I18nProvider } from './i18n.tsx'
import type { Translations } from './language.ts'

/** Renders a page into its document, with the reader's language and an error boundary. */
export function mountPage(page: ReactNode, translations: Translations<object>): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the document has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider translations={translations}>
        <ErrorBoundary>{page}</ErrorBoundary>
      </I18nProvider>
    </StrictMode>,
  )
}

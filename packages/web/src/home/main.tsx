import { mountPage } from '../shared/mount-page.tsx'
import { pagePath } from '../shared/page-path.ts'
import { HomePage, NotFoundPage } from './home-page.tsx'
import { homeTranslations } from './languages.ts'

// The server also sends this page, with status 404, for an unknown path.
mountPage(pagePath === '/' ? <HomePage /> : <NotFoundPage />, homeTranslations)

import { mountPage } from '../shared/mount-page.tsx'
import { HomePage, NothingPage } from './home-page.tsx'

// The server sends this page, as 404, also for a path that no page has.
mountPage(location.pathname === '/' ? <HomePage /> : <NothingPage />)

import { lazy, Suspense } from 'react'
import { PartError } from '../shared/error-boundary.tsx'
import { connectHost } from '../shared/host-page.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { pathParts } from '../shared/page-path.ts'
import { manageTranslations } from './languages.ts'
import { ManagePage } from './manage-page.tsx'

const part = <Module,>(load: Promise<Module>): Promise<Module> =>
  load.catch((cause: unknown) => {
    throw new PartError('the page did not load', { cause })
  })
const GroupPage = lazy(() => part(import('./group/group-page.tsx')))
const EntryPage = lazy(() => part(import('./entry/entry-page.tsx')))

const [, id = ''] = pathParts

/** The page for what the link is about: a group of bookings, an entry of a wait list, or a booking. */
function Managed() {
  if (id.startsWith('grp_')) return <GroupPage id={id} />
  return id.startsWith('wtl_') ? <EntryPage id={id} /> : <ManagePage id={id} />
}

mountPage(
  <Suspense>
    <Managed />
  </Suspense>,
  manageTranslations,
)
connectHost()

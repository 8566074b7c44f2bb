import { reportHeight } from '../shared/embed-height.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { StayPage } from './stay-page.tsx'

mountPage(<StayPage />)
reportHeight()

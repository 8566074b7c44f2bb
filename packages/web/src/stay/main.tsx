import { reportHeight } from '../shared/embed-height.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { stayTranslations } from './languages.ts'
import { StayPage } from './stay-page.tsx'

mountPage(<StayPage />, stayTranslations)
reportHeight()

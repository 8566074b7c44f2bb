import { connectHost } from '../shared/host-page.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { stayTranslations } from './languages.ts'
import { StayPage } from './stay-page.tsx'

mountPage(<StayPage />, stayTranslations)
connectHost()

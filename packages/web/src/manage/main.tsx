import { mountPage } from '../shared/mount-page.tsx'
import { manageTranslations } from './languages.ts'
import { ManagePage } from './manage-page.tsx'

mountPage(<ManagePage />, manageTranslations)

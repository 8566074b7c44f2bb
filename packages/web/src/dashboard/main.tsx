import { staffTranslations } from '../shared/languages/staff.ts'
import { mountPage } from '../shared/mount-page.tsx'
import { Dashboard } from './dashboard.tsx'

mountPage(<Dashboard />, staffTranslations)

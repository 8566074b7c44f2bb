import { mountPage } from '../shared/mount-page.tsx'
import { payTranslations } from './languages.ts'
import { PayPage } from './pay-page.tsx'

mountPage(<PayPage />, payTranslations)

import { mountPage } from '../shared/mount-page.tsx'
import { staySearchTranslations } from './languages.ts'
import { StaySearchPage } from './stay-search-page.tsx'

mountPage(<StaySearchPage />, staySearchTranslations)

import shared from '../../shared/languages/ja.ts'
import type { DirectoryTranslations } from '../translations.ts'

export default {
  ...shared,
  directory: {
    title: '提供者を探す',
    lead: '提供者を選ぶと、空いている時間が表示されます。',
    search: '検索',
    searchHint: '名前、専門分野、サービス',
    noneTitle: '該当なし',
    none: '表記をご確認いただくか、別の言葉でお試しください。',
    specialties: '専門分野',
    all: 'すべて',
    found: (count) => `${count}件`,
    emptyTitle: '提供者が見つかりません',
    empty: '掲載され、予約を受け付けている提供者がここに表示されます。',
    more: 'さらに表示',
  },
} satisfies DirectoryTranslations

import type { EmbedTexts } from '../texts.ts'

export default {
  book: '時間を予約する',
  close: '閉じる',
  noOrigin:
    'ここでは予約ページを表示できません。このページは allow-same-origin のないサンドボックス内にあるか、ファイルから開かれています。',
  notLoaded: '予約ページを読み込めませんでした。',
  openPage: '新しいタブで開く',
} satisfies EmbedTexts

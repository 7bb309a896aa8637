export const accounts = {
  title: 'accounts',
}

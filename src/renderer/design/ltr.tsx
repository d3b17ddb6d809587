/** A phone number or an id: it is read from left to right in every language, and stays in its place in the line. */
export const Ltr = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>

# list.sh - the programs of a list that are there: list_programs FOLDER LIST, one line each: repository|name|arguments.
# Each line of the list is `repository | name | flags and files'; a name with a star is each file that it matches.
list_programs() {
  sed -e '/^#/d' -e 's/ *| */|/g' "$2" | while IFS='|' read -r repository name arguments; do
    case $name in
      *'*'*) (cd "$1/$repository" 2>/dev/null && for file in $name; do echo "$repository|$file|$file $arguments"; done) ;;
      *) [ ! -d "$1/$repository" ] || echo "$repository|$name|$arguments" ;;
    esac
  done
}
